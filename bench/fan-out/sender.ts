import { listen } from '@gateway/db/kernel/listen'
import { openOrm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { drainEndpoint, type WebhookContext } from '@gateway/operations/webhooks/drain-endpoint'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { watcherContext } from '../watching/watcher.ts'
import { answerOnDemand } from './answer-on-demand.ts'
import type { SendingPlan } from './plan.ts'

const POOL_SIZE = 10
/** How long a drain waits for further deliveries at its end. */
const LINGER_MS = 1_000

// The webhooks role without Temporal, which only tells the worker what endpoint has deliveries due. All endpoints are drained at once, as in a worker.
const [, , file = '', port] = process.argv
const { databaseUrl, openingKey, mailboxes, parallel }: SendingPlan = JSON.parse(readFileSync(file, 'utf8'))
const url = loginAs('webhooks', databaseUrl)
const news = listen(url, ['delivery'])
const ctx: WebhookContext = {
  ...watcherContext(await openOrm({ url, poolSize: POOL_SIZE })),
  webhookKey: createPrivateKey({ key: Buffer.from(openingKey, 'base64'), format: 'der', type: 'pkcs8' }),
  egress: { allow: [{ host: '127.0.0.1', port: 'any' }] },
  furtherSignatureHeaders: [],
  circuitRules: { failures: 10, parallel },
}

answerOnDemand(Number(port), () => Promise.all(mailboxes.map(({ endpointId }) => drain(endpointId))))

const drain = (endpointId: string) =>
  drainEndpoint(
    ctx,
    { endpointId, lingerMs: LINGER_MS },
    {
      waitForNews: (ms) => news.next({ channel: 'delivery', payload: endpointId, ms }),
      onProgress: () => {},
      isCancelled: () => false,
    },
  )
