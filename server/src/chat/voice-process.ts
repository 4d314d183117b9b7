import { answerApart } from '#platform/answer-apart';
import { rebuildVoice } from './rebuild-voice.ts';

// Runs in a child process: the server never parses a recording.
answerApart(rebuildVoice);
