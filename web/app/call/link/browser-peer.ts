import type { Candidate, Description, MediaKind, OpenPeer } from './peer';

const kinds: MediaKind[] = ['audio', 'video'];

/** RTCPeerConnection adapter. The caller adds one transceiver per kind; the callee reuses both. */
export const openBrowserPeer: OpenPeer = ({ isCaller, ice, tracks }, events) => {
  const connection = new RTCPeerConnection({
    iceServers: ice.iceServers,
    iceTransportPolicy: ice.relayOnly ? 'relay' : 'all',
    bundlePolicy: 'max-bundle',
  });
  // Negotiated in advance: both ends have the channel without signalling.
  const channel = connection.createDataChannel('room', { negotiated: true, id: 0 });
  // The channel closes as soon as the other page unloads; the connection state would take seconds.
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
      // setConfiguration throws on a closed connection.
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
