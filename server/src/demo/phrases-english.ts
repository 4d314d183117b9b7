/** What a demo partner can say. Every one of them is written down here; nobody pretends to understand. */
export interface Phrases {
  /** The first answer says what they are. */
  hello: string;
  more: string;
  learnt: string;
  question: string;
  thanks: string;
  /** To a voice message. */
  voice: string;
  /** Beside a voice message of their own. */
  hum: string;
  booked: string;
  cancelled: string;
}

export type Phrase = keyof Phrases;

export const english: Phrases = {
  hello: 'Hello! I am a demo partner: my answers were written in advance, so try out whatever you like.',
  more: 'That sounds good. Tell me more!',
  learnt: 'I will remember that one. How would you say it in a shorter way?',
  question: 'Good question! A demo partner cannot really answer it, but you asked it well.',
  thanks: 'With pleasure!',
  voice: 'How nice to hear your voice. You spoke very clearly.',
  hum: 'A demo partner has no voice, so I hummed something for you.',
  booked: 'I have booked a time with you. See you then! You will find it under Upcoming Chats.',
  cancelled: 'I am sorry, something came up and I had to cancel our time. It is free again.',
};
