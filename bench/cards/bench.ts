import { startChild } from '@gateway/devnet/processes/child'
import { freePort } from '@gateway/devnet/processes/port'
import { call } from '@gateway/scripts/demo/client'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { type ServedStack, startServedStack } from '@gateway/scripts/stack/devstack'
import { noLimits } from '@gateway/tests/support/no-limits'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openShops, resetUsage } from '../requests/open-shops.ts'
import type { Served } from '../requests/start-gateway.ts'
import { ROUNDS, takeTurns, VOLLEY } from '../requests/take-turns.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** How long the card processor takes for a page. */
const ANSWER_MS = 200

const REASON =
  'Measured only once, beside other programs with a load average of 26 on two cores, where both sides wait for a processor more than for the double: the bare route reached 68 per second of the 320 that ' +
  '64 connections can, a creation 11. It has not been measured on a machine without other load.'

const text: SectionText = {
  title: 'Creating card payments',
  intro:
    '`POST /cards/payments/create` against a bare Express 5 route that makes the same call to the double of the card processor, and nothing ' +
    `else; the double answers after ${ANSWER_MS} ms, in turns of ${ROUNDS} rounds; ${VOLLEY.connections} connections, medians. A creation authenticates its key, is counted against ` +
    'rate limits and plan, writes payment, plan and attempt of its call, and waits for the role that calls. The client, the double, all servers and Postgres share the machine.',
  aims: [{ text: 'at least 0.7 × of the bare route', column: 'ratio', rows: /cards/, min: 0.7, reason: REASON }],
}

/** Creates card payments beside a route that makes the same call, taking turns. */
export const cards: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const stack = await startServedStack({ dataDir: folder, port: 0, log, chains: ['BTC', 'ETH'], rateLimits: noLimits })
    const sql = new pg.Client(stack.around.databaseUrl)
    await sql.connect()
    try {
      return [await compare(stack, { folder, log, sql })]
    } finally {
      await sql.end()
      await stack.stop()
    }
  })
}

async function compare(
  { gateway, stripe }: ServedStack,
  { folder, log, sql }: { folder: string; log: Log; sql: pg.Client },
): Promise<Table> {
  const { api } = gateway
  const [key = ''] = await openShops(api, sql, 1)
  const [business] = (await call<{ businesses: readonly { id: string }[] }>(api, { path: '/businesses', key })).businesses
  const businessId = business?.id ?? ''
  await onboardCards({ api, key, businessId })
  const account = await call<{ processor_account_id: string }>(api, { path: `/cards/connect/status/${businessId}`, key })
  const bare = await startBare(folder, { log, url: stripe.url, account: account.processor_account_id })
  await stripe.control.do('setBehaviour', { answerMs: ANSWER_MS })
  const body = JSON.stringify({ amount: 2_500, currency: 'USD', description: 'Order A-1001' })
  const lanes = {
    'bare route, the same call': { server: bare.pid, shots: [{ port: bare.port, path: '/pages', body }] },
    'cards, one business': {
      server: gateway.pid('api') ?? 0,
      shots: [{ port: Number(new URL(api).port), path: '/api/cards/payments/create', key, body }],
    },
  }
  try {
    return await takeTurns(lanes, {
      name: 'cards',
      behind: { 'worker CPU': gateway.pid('worker') ?? 0 },
      beforeVolley: () => resetUsage(sql),
      afterWarmUp: () => sql.query('ANALYZE'),
      log,
    })
  } finally {
    await bare.stop()
  }
}

async function startBare(dataDir: string, { log, url, account }: { log: Log; url: string; account: string }): Promise<Served> {
  const folder = join(dataDir, 'bare')
  mkdirSync(folder)
  const port = await freePort()
  const server = await startChild({
    name: 'bare',
    folder,
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-server.ts'), url, String(port), account, folder],
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    log,
  })
  return { ...server, port }
}
