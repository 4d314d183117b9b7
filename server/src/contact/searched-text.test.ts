import { expect, test } from 'vitest';
import { startContact } from '#test/first-contact';

const filler = 'Hello there, shall we practise? '.repeat(60);

// Rules: docs/specification/contact.md#notified-or-silent
test('contact details in the middle of a long text are found, in a message and in an edit', async () => {
  const app = await startContact();
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  const content = `${filler}https://example.com/x ${filler}`;
  await app.write(olga, ben, content);
  expect(await app.placeOf(olga, ben)).toBe('contact');
  const { chatMessageId } = await olga.calls.sendTextMessage({ userId: cleo.userId, content: filler });
  expect(await app.placeOf(olga, cleo)).toBe('notified');
  await olga.calls.updateMessage({ chatMessageId, content });
  expect(await app.placeOf(olga, cleo)).toBe('contact');
});
