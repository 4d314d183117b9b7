import type { TalkReport } from './talk-worklet';
import workletUrl from './talk-worklet?worker&url';

export interface TalkMeter {
  /** Switches to another microphone. */
  listen(track: MediaStreamTrack | null): void;
  close(): void;
}

/** Measures talk on the own microphone. Without AudioWorklet support there is no talk time; the call works. */
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
