import { createLndInvoiceNode } from '@gateway/chains/lightning/lnd-invoice-node'
import { createLndPayNode } from '@gateway/chains/lightning/lnd-pay-node'
import { LIGHTNING } from '@gateway/devnet/devnet'
import { lightningFolders } from '@gateway/devnet/lightning/lightning'
import { newLightningInvoice, payLightning } from '@gateway/devnet/lightning/lightning-wallet'
import { findLnd, type LndNode } from '@gateway/devnet/lightning/lnd'
import { waitFor } from '@gateway/devnet/wait'
import { call } from '@gateway/scripts/demo/client'
import { startServedStack } from '@gateway/scripts/stack/devstack'
import type { LightningPlace } from '@gateway/scripts/stack/lightning-settings'
import { noLimits } from '@gateway/tests/support/no-limits'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openShops } from '../requests/open-shops.ts'
import type { Bench, Log, Table } from '../section.ts'
import { sized } from '../sized.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { compareInTurns } from './compare-in-turns.ts'
import { AT_ONCE, invoices, SATS, sends, WALLETS } from './texts.ts'

const MSAT = BigInt(SATS) * 1_000n
const FUNDS_SATS = 200_000
const wallets = Array.from({ length: WALLETS }, (_, at) => `till-${at}`)

/** Sends and invoices through the gateway beside the node alone. */
export const lightning: Bench = { sections: [sends, invoices], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const stack = await startServedStack({
      dataDir: folder,
      port: 0,
      log,
      chains: ['BTC', 'ETH'],
      rateLimits: noLimits,
      hasLightning: true,
    })
    const sql = new pg.Client(stack.around.databaseUrl)
    await sql.connect()
    try {
      const place = await stack.lightning.running
      const other = findLnd(lightningFolders(join(folder, LIGHTNING)).at(-1) ?? '')
      if (!place || !other) throw new Error('Lightning did not start')
      const [key = ''] = await openShops(stack.gateway.api, sql, 1)
      return await compare({ api: stack.gateway.api, key, place, other, log })
    } finally {
      await sql.end()
      await stack.stop()
    }
  })
}

interface Ground {
  readonly api: string
  readonly key: string
  readonly place: LightningPlace
  readonly other: LndNode
  readonly log: Log
}

async function compare(ground: Ground): Promise<Table[]> {
  for (const wallet of wallets) {
    await ask(ground, '/lightning/nodes', { wallet_id: wallet })
    await fill(ground, wallet)
  }
  return [await compareSends(ground), await compareInvoices(ground)]
}

async function compareSends(ground: Ground): Promise<Table> {
  const { place, other, log } = ground
  const pay = createLndPayNode(accessOf(place, place.macaroons.pay))
  const payers = Array.from({ length: sized(64, 8) }, (_, at) => wallets[at % WALLETS])
  const table = await compareInTurns({
    name: 'lightning sends',
    log,
    atOnce: AT_ONCE,
    prepare: () => Promise.all(payers.map(async (wallet) => ({ wallet, ...(await newLightningInvoice(other, { msat: MSAT })) }))),
    lanes: {
      'LND alone': async ({ paymentRequest, paymentHash }) =>
        mustSettle((await pay.send({ paymentRequest, paymentHash, feeLimitMsat: MSAT, timeoutSeconds: 20 })).kind),
      gateway: async ({ wallet, paymentRequest }) =>
        mustSettle((await ask(ground, '/lightning/payments', { wallet_id: wallet, destination: paymentRequest }))['status']),
    },
  })
  pay.close()
  return table
}

async function compareInvoices(ground: Ground): Promise<Table> {
  const { place, log } = ground
  const node = createLndInvoiceNode(accessOf(place, place.macaroons.invoices))
  const description = 'Order A-1001'
  const table = await compareInTurns({
    name: 'lightning invoices',
    log,
    atOnce: AT_ONCE,
    prepare: async () => Array.from({ length: sized(256, 16) }, () => randomBytes(32).toString('hex')),
    lanes: {
      'AddInvoice alone': (preimage) => node.addInvoice({ preimage, amountMsat: MSAT, memo: description, expirySeconds: 3_600 }),
      gateway: () => ask(ground, '/lightning/invoices', { wallet_id: wallets[0], amount_sats: SATS, description }),
    },
  })
  node.close()
  return table
}

const ask = ({ api, key }: Ground, path: string, body: object) => call(api, { path, key, body: { ...body } })

const accessOf = ({ socket, certificateFile }: LightningPlace, macaroon: string) => ({
  socket,
  certificate: readFileSync(certificateFile),
  macaroon: readFileSync(macaroon),
})

function mustSettle(state: unknown): void {
  if (state !== 'settled') throw new Error(`a send is ${String(state)}`)
}

/** Pays into a wallet more than all its sends together take. */
async function fill(ground: Ground, wallet: string): Promise<void> {
  const { payment_request: invoice } = await ask(ground, '/lightning/invoices', { wallet_id: wallet, amount_sats: FUNDS_SATS })
  await payLightning(ground.other, { paymentRequest: String(invoice) })
  await waitFor('the wallet to be filled', async () => {
    const { balance_sats: balance } = await call(ground.api, { path: `/lightning/balance?wallet_id=${wallet}`, key: ground.key })
    return balance === FUNDS_SATS
  })
}
