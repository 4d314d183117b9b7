import type { CorrectionKind } from '@parlance/contract/corrections';

/** A line of one side; null for a voice message. A correction refers to the line before it. */
type Line = [who: 'me' | 'they', text: string | null, corrects?: { kind: CorrectionKind; note: string }];

/** A past conversation of the demo account. */
export interface Scene {
  with: string;
  daysAgo: number;
  /** Start, in the demo user's local time. */
  at: string;
  lines: Line[];
  /** Later messages that are unread. */
  unread?: string[];
}

/** Chronological. The session with Mateo lies between his two. */
export const scenes: Scene[] = [
  {
    with: 'jonas',
    daysAgo: 8,
    at: '20:40',
    lines: [
      ['they', 'Hi Robin! Your profile says maps. I build shelves for maps. Maybe we should talk.'],
      ['me', 'That is the best opening line I have read here. Sure!'],
      ['they', 'Great, I am free most evenings. Bis bald!'],
    ],
  },
  {
    with: 'carmen',
    daysAgo: 5,
    at: '08:15',
    lines: [
      ['me', 'Buenos días, Carmen. ¿Cómo está el loro?'],
      ['they', 'Hoy ha aprendido a decir «good morning». Lo dice a las cinco.'],
      ['me', 'My condolences. And congratulations.'],
      ['they', 'Thank you! I will write both words into my notebook.'],
    ],
  },
  {
    with: 'mateo',
    daysAgo: 3,
    at: '17:50',
    lines: [
      ['me', '¿Nos vemos a las siete? Llevo preguntas sobre el voseo.'],
      ['they', '¡Dale! Vos preguntá nomás. I bring the mate.'],
    ],
  },
  {
    with: 'mateo',
    daysAgo: 3,
    at: '19:52',
    lines: [
      ['they', '¡Qué buena charla la de hoy! I understood almost everything.'],
      ['me', 'Fue muy divertido. Gracias por la lista de canciones.'],
      [
        'they',
        'Estuvo muy divertido. Gracias por la lista de canciones.',
        { kind: 'natural', note: '«Estuvo», for something of today that was good.' },
      ],
      ['they', 'De nada. Next time you choose the music and I explain the lyrics.'],
    ],
  },
  {
    with: 'aiko',
    daysAgo: 2,
    at: '11:05',
    lines: [
      ['they', 'はじめまして、ロビンさん。アイコです。\n(Nice to meet you, Robin. I am Aiko.)'],
      ['me', 'はじめまして! It took me a whole minute to read that.'],
      ['they', 'One minute is fast! ゆっくりでいいですよ。'],
      ['they', null],
      ['me', 'What a nice tune. Is that from the film in your profile?'],
      ['they', 'いいえ、電車の音です。It is the melody of my train station.'],
      ['me', 'Our station only says "mind the gap".'],
      ['they', 'Mind the gap! いい言葉ですね。'],
    ],
  },
  {
    with: 'lucia',
    daysAgo: 1,
    at: '20:10',
    lines: [
      ['they', '¡Hola, Robin! He visto que haces mapas. ¿De papel?'],
      ['me', '¡Hola, Lucía! Sí, de papel, para senderistas.'],
      ['they', '¡Qué bonito! Yo hago tazas. ¿Una taza con un mapa? Buen negocio.'],
      ['me', 'Somos ricos.'],
      ['they', '😂 Now in English: «I am agree». Correct?'],
      ['me', 'Almost: "I agree", without "am". Everybody gets that one wrong first.'],
      ['they', 'I agree, I agree, I agree. 📝'],
      ['me', '¿Hablamos esta semana?'],
      ['they', 'Sí, ya lo veo en el calendario. ☕'],
    ],
    unread: [
      'Robin, una pregunta: how do you say «sobremesa» in English?',
      'It is when you stay at the table after eating, only to talk. You must have a word for it!',
    ],
  },
];

/** First messages of newcomers, which wait among the requests of the demo account: one ordinary, one with contact details. */
export const requests: { from: string; minutesAgo: number; text: string }[] = [
  {
    from: 'ximena',
    minutesAgo: 95,
    text: '¡Hola, Robin! I am new here. I read that you make maps: is there one of Toronto? I want to walk there one day and ask for the way in English.',
  },
  {
    from: 'dimas',
    minutesAgo: 40,
    text: 'Hi Robin, coffee and maps, very good combination! Here I am not often, please write to my Telegram @dimas_kopi or call +62 812 3456 7890.',
  },
];
