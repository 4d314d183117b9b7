import { wordsOf } from '@parlance/words/server';
import { word } from '@parlance/words/word';
import { expect, type Page } from '@playwright/test';
import { movingOn } from './accessible.ts';
import { listenTo, timesOf } from './announcements.ts';
import { createSessionNow, giveTone, join, openOther, openSession, panel, talk, tones } from './calls.ts';
import { choose } from './in-language.ts';
import { journey } from './journey.ts';
import { signIn } from './people.ts';

journey.use({ permissions: ['microphone', 'camera'] });

declare global {
  interface Window {
    /** Frequencies of the played notes, in Hz. */
    played: number[];
  }
}

// One note per signal that occurs in no other signal or tone of a journey.
const notes = { joined: 523, swap: 587 };

/** Records the notes that a page plays from its next load on. */
async function hearSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.played = [];
    window.OscillatorNode = class extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options);
        window.played.push(options?.frequency ?? 0);
      }
    };
  });
}

const playedOn = (page: Page, hz: number): Promise<number> =>
  page.evaluate((wanted) => window.played.filter((played) => played === wanted).length, hz);

journey(
  'joining, a swap, a break and the end are announced once each, in the language of the page, and sounds stay off',
  async ({ page, browser, server, faults }) => {
    journey.slow();
    const { t } = wordsOf('de');
    const name = 'Ben';
    const { owner: ana, guest: ben } = await createSessionNow(server);
    await listenTo(page);
    await hearSounds(page);
    await giveTone(page, tones.ana);
    await choose(page, 'de');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const other = await openOther(browser, server.url, faults, tones.ben);
    await signIn(page, ana, `/chat/${ben.userId}`);

    const press = async (button: string, confirm = t('Join now')) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('button', { name: confirm }).click();
    };
    // The page has received no pointer or key event so far.
    await expect(page.getByRole('region', { name: t('Session'), exact: true })).toBeVisible();
    await press(t('Join with voice'));
    const waiting = t('Waiting for {name}. You hear a sound when they join.', { name });
    await expect.poll(() => timesOf(page, waiting)).toBe(1);

    await openSession(other, ben, ana);
    await join(other);
    const talking = t('You are talking with {name}.', { name });
    await expect.poll(() => timesOf(page, talking)).toBe(1);
    await expect.poll(() => playedOn(page, notes.joined)).toBe(1);
    expect(await movingOn(page)).toBe(0);

    await other.getByRole('button', { name: 'Notes' }).click();
    await other.getByLabel('Word or phrase').fill('Feierabend');
    await other.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => timesOf(page, t('{name}: {message}', { name, message: 'Feierabend' }))).toBe(1);

    const more = page.getByRole('button', { name: t(word('More', 'further actions')), exact: true }).last();
    await more.click();
    await page.getByRole('menuitem', { name: t('Turn signal sounds off') }).click();
    await other.getByRole('button', { name: 'More', exact: true }).last().click();
    await other.getByRole('menuitem', { name: 'Swap now' }).click();
    await page.getByRole('button', { name: t('Agree') }).click();
    await expect.poll(() => timesOf(page, t('{name} would like to swap now.', { name }))).toBe(1);
    const language = '.+';
    const swaps = [
      t('Swap: now {language}. {name} helps you.', { language, name }),
      t('Swap: now {language}. You help {name}.', { language, name }),
    ];
    await expect.poll(() => timesOf(page, new RegExp(swaps.join('|')))).toBe(1);
    expect(await playedOn(page, notes.swap)).toBe(0);

    await other.close();
    const breaks = [
      t('{name} has lost the connection. Waiting for them to come back...', { name }),
      t('The connection with {name} is lost. Reconnecting...', { name }),
    ];
    const timesLost = async () =>
      (await timesOf(page, breaks[0] ?? '')) + (await timesOf(page, breaks[1] ?? ''));
    await expect.poll(timesLost).toBe(1);
    const again = await openOther(browser, server.url, faults, tones.ben);
    await openSession(again, ben, ana);
    await join(again, 'Join with voice');
    await expect.poll(() => timesOf(page, talking)).toBe(2);
    expect(await timesLost()).toBe(1);
    expect(await timesOf(page, waiting)).toBe(1);

    await page.getByRole('button', { name: t(word('Leave', 'a session')) }).click();
    await expect.poll(() => timesOf(page, t('You left the session.'))).toBe(1);
    await page.reload();
    await press(t('Join with voice'));
    await expect.poll(() => timesOf(page, talking)).toBe(1);
    await more.click();
    await expect(page.getByRole('menuitem', { name: t('Turn signal sounds on') })).toBeVisible();
    expect(await playedOn(page, notes.joined)).toBe(0);
  },
);

journey(
  'on another screen the end is announced once, by what is shown of it',
  async ({ page, browser, server, faults }) => {
    journey.slow();
    await listenTo(page);
    const { other, guest: ben } = await talk(page, { browser, server, faults });
    await page.getByRole('link', { name: 'Find Partners' }).first().click();
    await expect(page.getByRole('link', { name: 'Back to the session' })).toBeVisible();
    await other.getByRole('button', { name: 'More', exact: true }).last().click();
    await other.getByRole('menuitem', { name: 'Block and end the session' }).click();
    const ended = 'The session has ended: one of you has blocked the other.';
    await expect(page.getByText(ended)).toBeVisible();
    await expect.poll(() => timesOf(page, new RegExp(ended))).toBe(1);
    await page.goBack();
    await expect(panel(page, ben)).toContainText(ended);
    expect(await timesOf(page, new RegExp(ended))).toBe(1);
  },
);
