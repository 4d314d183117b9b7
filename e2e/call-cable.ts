import { createSocket, type Socket } from 'node:dgram';
import type { BrowserContext } from '@playwright/test';

/** A UDP link between two local browsers that can be interrupted. */
export interface Cable {
  cut(): void;
  mend(): void;
  /** Routes the connections of a browser through the link. Call before its pages open. */
  plug(context: BrowserContext): Promise<void>;
  close(): void;
}

/** Puts a UDP proxy in front of every ICE candidate; a packet is forwarded from the proxy of its sender. */
export function layCable(): Cable {
  const doors = new Map<string, Promise<Socket>>();
  let isCut = false;

  function doorOf(address: string): Promise<Socket> {
    const known = doors.get(address);
    if (known !== undefined) return known;
    const [host, port] = address.split(':');
    const opened = new Promise<Socket>((resolve) => {
      const door = createSocket('udp4');
      door.on('message', async (message, from) => {
        if (isCut) return;
        const back = await doorOf(`${from.address}:${from.port}`);
        back.send(message, Number(port), host);
      });
      // A browser that closed its socket rejects packets in flight.
      door.on('error', () => undefined);
      door.bind(0, '127.0.0.1', () => resolve(door));
    });
    doors.set(address, opened);
    return opened;
  }

  /** Rewrites a candidate to its proxy; null for one that cannot be proxied. */
  async function throughDoor(candidate: string): Promise<string | null> {
    const words = candidate.split(' ');
    if (words[2]?.toLowerCase() !== 'udp' || !/^\d+\./.test(words[4] ?? '')) return null;
    const door = await doorOf(`${words[4]}:${words[5]}`);
    return words.with(4, '127.0.0.1').with(5, String(door.address().port)).join(' ');
  }

  return {
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
    },
    async plug(context) {
      await context.exposeFunction('throughDoor', throughDoor);
      await context.addInitScript(() => {
        const { throughDoor: through } = window as unknown as {
          throughDoor(candidate: string): Promise<string | null>;
        };
        window.RTCPeerConnection = class extends RTCPeerConnection {
          override async addIceCandidate(init?: RTCIceCandidateInit | null) {
            const candidate = init?.candidate ? await through(init.candidate) : null;
            if (candidate !== null) await super.addIceCandidate({ ...init, candidate });
          }
          override async setRemoteDescription(init: RTCSessionDescriptionInit) {
            const lines: string[] = [];
            for (const line of (init.sdp ?? '').split('\r\n')) {
              const way = line.startsWith('a=candidate:') ? await through(line.slice(2)) : line;
              if (way !== null) lines.push(way === line ? line : `a=${way}`);
            }
            await super.setRemoteDescription({ type: init.type, sdp: lines.join('\r\n') });
          }
        };
      });
    },
    close() {
      for (const door of doors.values()) void door.then((socket) => socket.close());
    },
  };
}
