import { userSessionIdOf } from '@parlance/client/token-claims';
import { createBrowserStorage } from '@parlance/client/token-storage';
import { t } from '@parlance/words/current';
import { useEffect, useState } from 'react';
import { type Draft, type KeptMessages as Kept, type OutboxEntry, readKeptOf } from './engine/chat-storage';
import { kindName, soundTimeText } from './messages/message-text';

const nothing: Kept = { entries: [], drafts: [] };

function wordsOf({ audio, ...rest }: OutboxEntry | Draft): string {
  const isEntry = 'content' in rest;
  const text = isEntry ? rest.content : rest.text;
  if (text) return text;
  if (isEntry && rest.changed?.deletedAt) return t('Message deleted');
  if (!audio) return kindName('picture');
  return t('Voice message, {duration}', { duration: soundTimeText(audio?.durationMs ?? 0) });
}

function List({ id, title, lines }: { id: string; title: string; lines: { key: string; words: string }[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="grid gap-2">
        {lines.map(({ key, words }) => (
          <li
            key={key}
            dir="auto"
            className="rounded-lg border border-line bg-surface px-4 py-3 whitespace-pre-line wrap-anywhere"
          >
            {words}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Drafts and outbox entries of the stored session that the server does not have yet. */
export function KeptMessages() {
  const [{ entries, drafts }, setKept] = useState(nothing);
  useEffect(() => {
    let isGone = false;
    const userSessionId = userSessionIdOf(createBrowserStorage().get());
    const show = async () => {
      if (!userSessionId) return;
      const kept = await readKeptOf(userSessionId);
      if (!isGone) setKept(kept);
    };
    void show().catch(reportError);
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <>
      <List
        id="unsent"
        title={t('Waiting to be sent')}
        lines={entries.map((entry) => ({ key: entry.clientMessageId, words: wordsOf(entry) }))}
      />
      <List
        id="drafts"
        title={t('Drafts')}
        lines={drafts.map((draft, place) => ({ key: String(place), words: wordsOf(draft) }))}
      />
    </>
  );
}
