// Writes pages beside the server: what React, the templates and the compression take is no time of those who chat.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';
import { type PageWriter, type WrittenPage, writtenNames } from '@parlance/contract/written-page';
import { wordsOf } from '@parlance/words/server';
import type { Words } from '@parlance/words/words';
import { answerBeside } from '#platform/answer-beside';
import { type FramedPage, framePeople, frameSearches } from './page-frame.ts';
import type { PageQuestion, ThreadGiven, ThreadPage } from './page-writer.ts';
import { type Edition, pageHead, profileHead } from './preview.ts';

const { writerFile, publicUrl, offered, templates } = workerData as ThreadGiven;
/** Null where nothing was built. */
const writer: PageWriter<Words> | null = existsSync(writerFile)
  ? await import(pathToFileURL(writerFile).href)
  : null;

answerBeside<PageQuestion>((question) => {
  if (question.what === 'read') return { answer: writer?.readSearch(question.search) ?? null };
  const { locale, named } = question;
  const edition: Edition = { words: wordsOf(locale), named, offered, publicUrl };
  const page = question.what === 'profile' ? writeProfile(question, edition) : writeSearch(question, edition);
  return { answer: page, moved: [page.body.buffer as ArrayBuffer, page.gzip.buffer as ArrayBuffer] };
});

function writeProfile({ profile, locale }: PageQuestion & { what: 'profile' }, edition: Edition): ThreadPage {
  const written = writer ? toHtml(writer.writeProfile(profile, edition.words)) : undefined;
  const frame = frameOf(`profile ${locale}`, () => framePeople(templates.profile[locale] ?? ''));
  return handOver(frame({ ...profileHead(profile, edition), written }));
}

function writeSearch(
  { search, found, locale, named }: PageQuestion & { what: 'search' },
  edition: Edition,
): ThreadPage {
  const head = pageHead('/dashboard', edition);
  const written = writer ? toHtml(writer.writeDashboard(search, found, edition.words)) : undefined;
  const frame = frameOf(`search ${locale} ${named}`, () =>
    frameSearches(templates.search[locale] ?? '', head),
  );
  return handOver(frame({ ...head, written }));
}

type Frame = ReturnType<typeof framePeople>;
const frames = new Map<string, Frame>();

function frameOf(key: string, make: () => Frame): Frame {
  const frame = frames.get(key) ?? make();
  frames.set(key, frame);
  return frame;
}

const handOver = ({ etag, body, gzip }: FramedPage): ThreadPage => ({
  etag,
  body: alone(body),
  gzip: alone(gzip),
});

/** Small buffers share their memory with others, which must not be handed over with them. */
const alone = (bytes: Buffer): Uint8Array =>
  bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

/** A written page as it stands in the HTML. The answer is JSON that no parser of HTML can take for an end of itself. */
function toHtml({ html, answer }: WrittenPage): string {
  const json = JSON.stringify(answer).replaceAll('<', '\\u003c');
  return `${html}<script type="application/json" id="${writtenNames.answerId}">${json}</script>`;
}
