import { expect, test, vi } from 'vitest';
import { startCommunity } from '#test/personas';
import { serveBuild } from '#test/web-build';

const files = {
  'index.html': '<!DOCTYPE html><html><head><title>Parlance</title></head><body></body></html>',
  'index.js': `export const renderPage = async ({ data }) => '<p>' + data.profile?.name + '</p>';`,
};

test('a ban on one node evicts the page from the cache of another', async () => {
  const community = await startCommunity({ env: { ADMIN_EMAILS: 'admin@example.org' } });
  const admin = await community.signUp('admin@example.org');
  const { userId } = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hi' });
  const node = await community.startNode();
  const http = await serveBuild({ ...community, platform: node.platform }, files);
  const statusOf = async () =>
    (await http.inject({ url: `/profile/${userId}`, headers: { accept: 'text/html' } })).statusCode;
  expect(await statusOf()).toBe(200);
  await admin.calls.banUser({ userId, reason: 'Spam' });
  // The test clock stands still, so no page expires by age.
  await vi.waitUntil(async () => (await statusOf()) === 404, 5000);
});
