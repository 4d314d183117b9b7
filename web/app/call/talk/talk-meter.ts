import type { TalkReport } from './talk-worklet';
import workletUrl from './talk-worklet?worker&url';

export interface TalkMeter {
  /** Listens to another microphone from now on. */
  listen(track: MediaStreamTrack | null): void;
  close(): void;
}

/** Listens to one's own microphone; a browser without worklets has no talk time, and the call goes on without. */
export function openTalkMeter(onReport: (report: TalkReport) => void): TalkMeter {
  const context = new AudioContext();
  let node: AudioWorkletNode | null = null;
  let source: MediaStreamAudioSourceNode | null = null;
  let wanted: MediaStreamTrack | null = null;

  function connect(): void {
    source?.disconnect();
    source = null;
    if (!node || !wanted) return;
    source = context.createMediaStreamSource(new MediaStream([wanted]));
    source.connect(node);
  }

  const load = async () => {
    await context.audioWorklet.addModule(workletUrl);
    if (context.state === 'closed') return;
    node = new AudioWorkletNode(context, 'talk-meter', { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }: MessageEvent<TalkReport>) => onReport(data);
    connect();
    await context.resume();
  };
  void load().catch(() => undefined);

  return {
    listen(track) {
      wanted = track;
      connect();
    },
    close: () => void context.close().catch(() => undefined),
  };
}
