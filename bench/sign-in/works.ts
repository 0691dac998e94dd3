import type { Answering, TestBrowser, TestClient } from '@gateway/api/oauth/test-browser'
import { exchange, obtainCode, obtainTokens, openUser, registerOver } from '@gateway/api/oauth/test-sign-in'
import { sized } from '../sized.ts'
import { atPace, type Pace, type Paced } from './at-pace.ts'

const USERS = sized(20, 2)
/** Each payment in USDC has a contract for its address, so the pool is not used. */
const ORDER = { amount: 25, currency: 'USD', blockchain: 'USDC_ETH' }

/** What is done at its pace. */
export interface Works {
  readonly signIns: (pace: Pace) => Promise<Paced>
  readonly payments: (pace: Pace) => Promise<Paced>
}

/** Users whom the portal knows and who have allowed an app before, and a shop with this key. */
export async function prepareWorks(server: Answering, key: string): Promise<Works> {
  const client = await registerOver(server, key)
  const users: TestBrowser[] = []
  for (let n = 0; n < USERS; n += 1) {
    const user = await openUser(server)
    await obtainTokens(user, client)
    users.push(user)
  }
  return {
    signIns: (pace) => atPace(pace, (turn) => signUserIn(users[turn % users.length], client)),
    payments: (pace) => atPace(pace, async () => succeeded(await server.say('POST', '/api/payments/create', { key, body: ORDER }))),
  }
}

async function signUserIn(user: TestBrowser | undefined, client: TestClient): Promise<void> {
  if (!user) throw new Error('there is no user')
  const { body } = succeeded(await exchange(client, await obtainCode(user, client)))
  succeeded(await client.server.say('GET', '/oauth/userinfo', { key: String(body['access_token']) }))
}

type Answer = Awaited<ReturnType<Answering['say']>>

/** @throws {Error} when a request was refused. */
function succeeded(answer: Answer): Answer {
  if (answer.status === 200 || answer.status === 201) return answer
  throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
