import type { ResultOf } from '@parlance/contract/endpoint';
import type { getPush } from '@parlance/contract/push';
import { type Meeting, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';
import { startPushService, type TestPushService } from '#test/push-service';

/** Members who meet, with a push service for their devices. */
export interface PushMeeting extends Meeting {
  push: TestPushService;
  /** Registers a device; returns its endpoint. */
  addDevice(person: Persona): Promise<string>;
  write(from: Persona, to: Persona, content?: string): Promise<void>;
  /** Ben's messages to Ana are no first contact afterwards. */
  acquaint(): Promise<void>;
  devicesOf(person: Persona): Promise<ResultOf<typeof getPush>['devices']>;
  set(person: Persona, name: string, value: boolean | string): Promise<void>;
  /** Advances the clock and runs the jobs. */
  pass(by: Parameters<Meeting['clock']['advance']>[0]): Promise<void>;
  /** Title and text of the notifications that arrived. */
  told(): string[];
}

export async function startPushMeeting(env: Record<string, string> = {}): Promise<PushMeeting> {
  const push = await startPushService();
  const meeting = await startMeeting({ env: { ...push.env, ...env }, pushNetwork: push.network });
  const { ana, ben, again } = meeting;
  const write: PushMeeting['write'] = async (from, to, content = 'A secret plan') => {
    await (await again(from)).calls.sendTextMessage({ userId: to.userId, content });
  };
  return {
    ...meeting,
    push,
    write,
    async addDevice({ calls }) {
      const subscription = push.subscribe();
      await calls.addPushDevice(subscription);
      return subscription.endpoint;
    },
    async acquaint() {
      await write(ana, ben, 'Hello');
      await write(ben, ana, 'Hi');
      await (await again(ana)).calls.markRead({ userId: ben.userId });
    },
    devicesOf: async (person) => (await (await again(person)).calls.getPush()).devices,
    async set(person, name, value) {
      await (await again(person)).calls.setPreference({ name, value });
    },
    async pass(by) {
      meeting.clock.advance(by);
      await meeting.runJobs();
    },
    told: () => push.arrived.map(({ title, body }) => `${title}: ${body}`),
  };
}
