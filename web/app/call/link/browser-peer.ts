import type { Candidate, Description, MediaKind, OpenPeer } from './peer';

const kinds: MediaKind[] = ['audio', 'video'];

/** The browser's connection. The caller lays one line for each kind, the callee uses the same two. */
export const openBrowserPeer: OpenPeer = ({ isCaller, ice, tracks }, events) => {
  const connection = new RTCPeerConnection({
    iceServers: ice.iceServers,
    iceTransportPolicy: ice.relayOnly ? 'relay' : 'all',
    bundlePolicy: 'max-bundle',
  });
  // Agreed on beforehand: both have it without a word.
  const channel = connection.createDataChannel('room', { negotiated: true, id: 0 });
  // A page that goes closes it at once; the browser would take seconds to call the connection broken.
  let isGone = false;
  channel.onclose = () => {
    isGone = true;
    events.onState();
  };
  channel.onmessage = ({ data }) => typeof data === 'string' && events.onText(data);
  connection.onicecandidate = ({ candidate }) => {
    if (candidate) events.onCandidate(candidate.toJSON() as Candidate);
  };
  connection.onicecandidateerror = ({ errorCode }) => events.onServerError(errorCode);
  connection.ontrack = ({ track }) => events.onTrack(track);
  connection.onconnectionstatechange = () => events.onState();
  if (isCaller) {
    for (const kind of kinds) connection.addTransceiver(tracks[kind] ?? kind, { direction: 'sendrecv' });
  }

  const lineOf = (kind: MediaKind) =>
    connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind);
  const described = () => connection.localDescription?.toJSON() as Description;

  return {
    state: () => (isGone ? 'failed' : connection.connectionState),
    isStable: () => connection.signalingState === 'stable',
    async offer(isRestart) {
      const offer = await connection.createOffer({ iceRestart: isRestart });
      await connection.setLocalDescription(offer);
      return described();
    },
    async answer(offer) {
      await connection.setRemoteDescription(offer);
      for (const kind of kinds) {
        const line = lineOf(kind);
        if (!line) continue;
        line.direction = 'sendrecv';
        if (line.sender.track !== tracks[kind]) await line.sender.replaceTrack(tracks[kind]);
      }
      await connection.setLocalDescription();
      return described();
    },
    accept: (answer) => connection.setRemoteDescription(answer),
    addCandidate: (candidate) => connection.addIceCandidate(candidate as RTCIceCandidateInit),
    setServers(iceServers) {
      // A closed connection throws.
      if (connection.signalingState === 'closed') return;
      connection.setConfiguration({ ...connection.getConfiguration(), iceServers });
    },
    async setTrack(kind, track) {
      await lineOf(kind)?.sender.replaceTrack(track);
    },
    say(text) {
      if (channel.readyState === 'open') channel.send(text);
    },
    close() {
      connection.onconnectionstatechange = null;
      channel.onclose = null;
      connection.close();
    },
  };
};
