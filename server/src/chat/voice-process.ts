import { answerApart } from '#platform/answer-apart';
import { rebuildVoice } from './rebuild-voice.ts';

// A process of its own: the server itself never reads a recording.
answerApart(rebuildVoice);
