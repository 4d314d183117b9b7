import { resetNetwork, server } from './network';
// Loaded in advance: the first call of it would be sent after the test that made it.
import '@parlance/contract/later-api';
import '#app.css';
import { notifyManager } from '@tanstack/react-query';
import { afterEach, expect } from 'vitest';
import { cleanUp } from './render';
import { resetSurroundings } from './surroundings';

// By default through a timer, which a stopped clock would hold back.
notifyManager.setScheduler(queueMicrotask);

afterEach(async () => {
  cleanUp();
  const { faults } = server;
  resetNetwork();
  await resetSurroundings();
  expect(faults).toEqual([]);
});
