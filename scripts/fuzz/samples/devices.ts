/** Valid requests to the device authorization plugin. */

import { deviceGrantType } from "@latchkey/device-authorization";
import type { World } from "../world.ts";
import { type MakeSample, newcomerPosts, type Samples, strangerPosts } from "./sample.ts";

interface Asked {
  readonly device_code: string;
  readonly user_code: string;
}

async function ask(world: World): Promise<Asked> {
  return (await world.app.browser().post<Asked>("/device/code", { client_id: "tv", scope: "read" })).body;
}

const decide: MakeSample = newcomerPosts(async (_, world) => ({ userCode: (await ask(world)).user_code }));

export const deviceSamples: Samples = {
  requestDeviceCode: [strangerPosts(() => ({ client_id: "tv", scope: "read" }))],
  getDeviceToken: [
    async (world) => {
      const { device_code, user_code } = await ask(world);
      await (await world.newcomer()).browser.post("/device/approve", { userCode: user_code });
      const body = { grant_type: deviceGrantType, device_code, client_id: "tv" };
      return { browser: world.app.browser(), person: null, body };
    },
  ],
  getDeviceRequest: [
    async (world) => {
      const person = await world.newcomer();
      return { browser: person.browser, person, query: { user_code: (await ask(world)).user_code } };
    },
  ],
  approveDevice: [decide],
  denyDevice: [decide],
};
