import { insertTogether } from '@gateway/db/kernel/insert-together'
import { getLightningWallet } from '@gateway/db/lightning/wallet-queries'
import { createHash } from 'node:crypto'
import type { TestServer } from '../test-server.ts'

/** Enables a wallet, and stores a payment of it, which no node knows. @returns the id of the payment, that of the wallet, and the hash of the payment. */
export async function openLightning(server: TestServer, key: string): Promise<Readonly<Record<string, string>>> {
  const made = await server.say('POST', '/api/lightning/nodes', { key, body: { wallet_id: 'main' } })
  const nodeId = String(made.body['id'])
  const em = server.api.orm.em.fork()
  const wallet = await getLightningWallet(em, { id: nodeId })
  const now = server.api.clock.now()
  const { merchantId, businessId, mode, walletId } = wallet
  const paymentHash = createHash('sha256').update(nodeId).digest('hex')
  const amounts = { amountMsat: 1_000n, reserveMsat: 0n, feeMsat: 0n }
  const texts = { paymentRequest: 'lnbcrt1', description: null, destination: null, preimage: null, lnurlMetadata: null }
  const times = { expiresAt: now, lookAt: null, settledAt: null, createdAt: now, updatedAt: now }
  const owner = { nodeId, merchantId, businessId, mode, walletId }
  const row = {
    id: server.api.ids.uuid(),
    ...owner,
    direction: 'incoming',
    state: 'failed',
    paymentHash,
    isInternal: false,
    eventSequence: 0,
  } as const
  await insertTogether(em, [{ into: 'lightning_payment', rows: [{ ...row, ...amounts, ...texts, ...times }] }])
  return { lightning: row.id, lightning_nodes: nodeId, lightning_payments: paymentHash }
}
