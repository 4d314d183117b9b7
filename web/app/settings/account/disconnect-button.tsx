import type { WayIn } from '@parlance/contract/account';
import { useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { useSignedIn } from '#session/signed-in';
import { useSettingsBanners } from '#settings/settings-banners';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { waysInOf } from './ways-in';

const words: Record<WayIn, { verb: string; what: string; done: string }> = {
  email: { verb: 'Remove', what: 'email', done: 'Email address removed.' },
  phone: { verb: 'Remove', what: 'phone', done: 'Phone number removed.' },
  google: { verb: 'Disconnect', what: 'Google', done: 'Google account disconnected.' },
};

const savedAs = { email: 'email', phone: 'phone', google: 'googleUserId' } as const;

/** Takes a way to sign in away, after asking; it is not there for the last one. */
export function DisconnectButton({ way }: { way: WayIn }) {
  const { user, staticData, runtime } = useSignedIn();
  const { showSuccess } = useSettingsBanners();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { verb, what, done } = words[way];
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
      showSuccess(done);
      await runtime.session.showSaved({ [savedAs[way]]: null });
    } catch (error) {
      setProblem(failureMessage(error, 'That did not work. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="quiet" onClick={() => ask(true)} aria-label={`${verb} ${what}`}>
        {verb}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={ask}
        title={`${verb} ${what}?`}
        description="You no longer sign in with it. Your other devices are signed out, and we send a message with which this can be undone for seven days."
        footer={
          <>
            <Button onClick={() => ask(false)}>Keep it</Button>
            <Button variant="danger" busy={busy} onClick={() => void disconnect()}>
              {verb}
            </Button>
          </>
        }
      >
        {problem && <Banner tone="danger">{problem}</Banner>}
      </Dialog>
    </>
  );
}
