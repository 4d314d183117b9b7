import { type Passkey, passkeyName } from '@parlance/contract/passkeys';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { refusalOf } from '#lib/refusal';
import { useSignedIn } from '#session/signed-in';
import { useSettingsBanners } from '#settings/section/settings-banners';
import { Badge } from '#ui/badge';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { lastUsed } from './last-used';

export interface PasskeyItemProps {
  passkey: Passkey;
  onChanged: () => Promise<void>;
}

export function PasskeyItem({ passkey, onChanged }: PasskeyItemProps) {
  const { name, createdAt, lastUsedAt, isSynced } = passkey;
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const close = () => setAsked(null);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1 basis-48 leading-snug">
        <p dir="auto" className="text-page-start font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-ink-soft">
          {t('Added on {date}', { date: spoken().date(createdAt, 'mediumDay') })}
          {' · '}
          {lastUsedAt === null
            ? t(word('Not used yet', 'a passkey'))
            : t('Last used: {when}', { when: lastUsed(lastUsedAt, new Date()) })}
        </p>
      </div>
      {/* On a phone the badge has its place beside the buttons in every row, however long it is. */}
      <div className="ms-auto flex items-center">
        <Badge tone={isSynced ? 'positive' : 'neutral'}>
          {/* words: whether a passkey is copied to the other devices of its owner */}
          {isSynced ? t('Synced') : t('One device only')}
        </Badge>
        <Button variant="quiet" aria-label={t('Rename {name}', { name })} onClick={() => setAsked('rename')}>
          {t('Rename')}
        </Button>
        <Button variant="quiet" aria-label={t('Remove {name}', { name })} onClick={() => setAsked('remove')}>
          {t('Remove')}
        </Button>
      </div>
      <Dialog open={asked === 'rename'} onOpenChange={close} title={t('Rename passkey')}>
        <RenameForm passkey={passkey} onChanged={onChanged} onDone={close} />
      </Dialog>
      <Dialog
        open={asked === 'remove'}
        onOpenChange={close}
        title={t('Remove passkey?')}
        description={t(
          'You no longer sign in with it. Your other devices are signed out, and we send a message with which this can be undone for seven days.',
        )}
      >
        <RemoveForm passkey={passkey} onChanged={onChanged} onDone={close} />
      </Dialog>
    </li>
  );
}

interface FormProps extends PasskeyItemProps {
  onDone: () => void;
}

/** Runs a change, shows the new list and closes the dialog; a failure stays in it. */
function useChange({ onChanged, onDone }: FormProps, done: string) {
  const { showSuccess } = useSettingsBanners();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      onDone();
      showSuccess(t(done));
      await onChanged();
    } catch (error) {
      setProblem(failureMessage(error, t('That did not work. Please try again.')));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run, problem: problem && <Banner tone="danger">{problem}</Banner> };
}

function RenameForm(props: FormProps) {
  const { name: present, passkeyId } = props.passkey;
  const { calls } = useSignedIn().runtime;
  const [name, setName] = useState(present);
  const { busy, run, problem } = useChange(props, word('Passkey renamed.'));
  const refusal = refusalOf(passkeyName, name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refusal === null && !busy) void run(() => calls.renamePasskey({ passkeyId, name }));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {problem}
      <Field label={t('Name')} error={name !== present && refusal}>
        <TextInput dir="auto" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" busy={busy} disabled={refusal !== null}>
        {busy ? t('Saving...') : t('Save')}
      </Button>
    </form>
  );
}

function RemoveForm(props: FormProps) {
  const { name, passkeyId } = props.passkey;
  const { calls } = useSignedIn().runtime;
  const { busy, run, problem } = useChange(props, word('Passkey removed.'));
  return (
    <>
      {problem}
      <p dir="auto" className="text-page-start font-medium wrap-anywhere">
        {name}
      </p>
      <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end">
        <Button onClick={props.onDone}>{t(word('Keep it', 'a way to sign in'))}</Button>
        <Button
          variant="danger"
          busy={busy}
          onClick={() => void run(() => calls.removePasskey({ passkeyId }))}
        >
          {t('Remove')}
        </Button>
      </div>
    </>
  );
}
