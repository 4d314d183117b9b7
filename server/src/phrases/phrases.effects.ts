import type { Platform } from '#platform/platform';

export function phrasesEffects(effects: Platform['effects']): void {
  effects.on('userDeleted', async (_platform, tx, { userId }) => {
    // The member's words are deleted from every book; phrases in the owner's own words stay, without a reference.
    await tx
      .deleteFrom('phrases')
      .where('partner_user_id', '=', userId)
      .where('is_verbatim', '=', true)
      .execute();
    await tx
      .updateTable('phrases')
      .set((eb) => ({
        meaning: eb.case().when('is_meaning_verbatim', '=', true).then('').else(eb.ref('meaning')).end(),
        context: eb.case().when('is_context_verbatim', '=', true).then('').else(eb.ref('context')).end(),
        is_meaning_verbatim: false,
        is_context_verbatim: false,
        source_message_id: null,
        partner_user_id: null,
      }))
      .where('partner_user_id', '=', userId)
      .execute();
  });
}
