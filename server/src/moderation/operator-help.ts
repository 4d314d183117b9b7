import { reportReasons } from '@parlance/contract/chat';
import { reportStatuses } from '@parlance/contract/moderation';

/** Separate from the commands, so that help loads no other module. */
export const operatorHelp = `Usage: npm run admin -- COMMAND

  list [--banned | --admins] [--limit N] [--offset N]
                                people, newest first
  show ADDRESS                  one person: account, reports, what was done
  ban ADDRESS --reason TEXT [--warns KIND]
                                sign out everywhere, hide, keep out; with --warns, warn those they wrote to
  unban ADDRESS                 lift a ban and take its warnings back
  cases [--limit N] [--offset N]
                                accounts that are held for review, oldest first
  clear ADDRESS                 end a hold and delete what led to it
  hold ADDRESS --reason TEXT    no first messages until an admin has decided
  make-admin ADDRESS            let somebody moderate (beside ADMIN_EMAILS)
  remove-admin ADDRESS          take that back
  reports [--status STATUS] [--limit N] [--offset N]
                                reports, those that wait by default
  invite [--uses N] [--days N] [--domain DOMAIN]
                                a link for 1 new account within 14 days, or as many and as long as given
  invitations [--limit N] [--offset N]
                                invitations, newest first
  revoke INVITATION             end an invitation; accounts stay
  stats                         how many of everything

ADDRESS is an email address, a phone number (+49…) or a user id, INVITATION the id in the list. STATUS is ${reportStatuses.join(', ')};
KIND is ${reportReasons.join(', ')}.
Works beside a running server and without one, on the settings of this environment (.env).
Exit code: 0 done, 1 refused or not found, 2 not understood.
`;
