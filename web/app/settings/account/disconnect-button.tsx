import type { SignInMethod } from '@parlance/contract/account-care';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { useSignedIn } from '#session/signed-in';
import { useSettingsBanners } from '#settings/section/settings-banners';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { waysInOf } from './ways-in';

interface DisconnectWords {
  verb: string;
  /** The accessible name: the verb with its object. */
  name: string;
  question: string;
  done: string;
}

const words: Record<SignInMethod, DisconnectWords> = {
  email: {
    verb: word('Remove'),
    name: word('Remove email'),
    question: word('Remove email?'),
    done: word('Email address removed.'),
  },
  phone: {
    verb: word('Remove'),
    name: word('Remove phone'),
    question: word('Remove phone?'),
    done: word('Phone number removed.'),
  },
  google: {
    verb: word('Disconnect'),
    name: word('Disconnect Google'),
    question: word('Disconnect Google?'),
    done: word('Google account disconnected.'),
  },
  oidc: {
    verb: word('Disconnect'),
    name: word('Disconnect your organisation'),
    question: word('Disconnect your organisation?'),
    done: word('Your organisation is disconnected.'),
  },
};

const savedAs = { email: 'email', phone: 'phone', google: 'googleUserId', oidc: 'oidcSubject' } as const;

/** Removes a sign-in method after a confirmation; hidden for the last one. */
export function DisconnectButton({ way }: { way: SignInMethod }) {
  const { user, staticData, runtime } = useSignedIn();
  const { showSuccess } = useSettingsBanners();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { verb, name, question, done } = words[way];
  const present = waysInOf(user, staticData);
  if (!present.includes(way) || present.length === 1) return null;

  const ask = (open: boolean) => {
    setProblem(null);
    setIsAsking(open);
  };
  const disconnect = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await runtime.calls.disconnectWayIn({ way });
      ask(false);
      showSuccess(t(done));
      await runtime.session.showSaved({ [savedAs[way]]: null });
    } catch (error) {
      setProblem(failureMessage(error, t('That did not work. Please try again.')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="quiet" onClick={() => ask(true)} aria-label={t(name)}>
        {t(verb)}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={ask}
        title={t(question)}
        description={t(
          'You no longer sign in with it. Your other devices are signed out, and we send a message with which this can be undone for seven days.',
        )}
        footer={
          <>
            <Button onClick={() => ask(false)}>{t(word('Keep it', 'a way to sign in'))}</Button>
            <Button variant="danger" busy={busy} onClick={() => void disconnect()}>
              {t(verb)}
            </Button>
          </>
        }
      >
        {problem && <Banner tone="danger">{problem}</Banner>}
      </Dialog>
    </>
  );
}
