import { calmRounds } from './calm.ts';
import { median, type Part, rateRow } from './figures.ts';
import type { HttpResult } from './http-load.ts';
import type { Member } from './our-server.ts';
import { withGrounds } from './servers.ts';

const goals = { ofRaw: 0.75, ofExpress: 1.4 };
const connections = 32;

/** One indexed read over HTTP, compared with the same statement behind plain node and Express. */
export function measureRead({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [seconds, rounds] = isQuick ? [2, 3] : [4, 7];
  return withGrounds(0, async (grounds) => {
    const databaseUrl = await grounds.newDatabase('reads');
    const ours = await grounds.startOurs({ databaseUrl, place: 'first' });
    const members = await ours.ask<Member[]>('members', connections);
    const env = { DATABASE_URL: databaseUrl, BENCH_USER_ID: members[0]?.userId ?? '' };
    const raw = await grounds.start('bare-http.ts', { place: 'first', env: { ...env, BENCH_KIND: 'plain' } });
    const express = await grounds.start('bare-http.ts', {
      place: 'first',
      env: { ...env, BENCH_KIND: 'express' },
    });
    const load = await grounds.start('http-load.ts', { place: 'rest' });
    const sides = { raw, express, ours };
    const tokens = members.map(({ token }) => token);
    const round = async () => {
      const found = { raw: 0, express: 0, ours: 0 };
      for (const name of ['raw', 'express', 'ours'] as const) {
        const port = await sides[name].ask<number>('port');
        const given = { port, tokens, paths: ['/v1/chat/stat'], connections, seconds };
        const { answered, failed, seconds: took } = await load.ask<HttpResult>('run', given);
        if (failed > 0) throw new Error(`${name}: ${failed} requests failed`);
        found[name] = answered / took;
      }
      return found;
    };
    await round();
    const { kept, note } = await calmRounds(rounds, round);
    const middle = (name: keyof typeof sides) => median(kept.map((each) => each[name]));
    return {
      rows: [
        rateRow(
          'one indexed read over HTTP with token, session, validation and checked answer, beside plain node and pg',
          middle('raw'),
          middle('ours'),
          goals.ofRaw,
        ),
        rateRow('… beside Express and pg', middle('express'), middle('ours'), goals.ofExpress),
      ],
      notes: [
        `Reads: GET /v1/chat/stat over ${connections} connections, all servers with the same statement and a pool of 20, each alone on the first processor. ` +
          note,
      ],
    };
  });
}
