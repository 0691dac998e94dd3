import { lndAccessOf } from '@gateway/chains/lightning/lnd-access'
import { createLndInvoiceNode } from '@gateway/chains/lightning/lnd-invoice-node'
import { messageOf } from '@gateway/domain/kernel/error'
import { lookAtAllInvoices } from '@gateway/operations/lightning/invoices/look-at-all'
import { lookAtHash } from '@gateway/operations/lightning/invoices/look-at-invoice'
import { storeFunds } from '@gateway/operations/lightning/invoices/store-funds'
import type { InvoiceContext } from '@gateway/operations/lightning/lifecycle/lightning-context'
import { findDueInvoices, findDueLookUps, forgetInvoiceRequests } from '@gateway/operations/lightning/work/due-work'
import type { Deps } from '../deps.ts'
import { recurring, rest, type RunningRole, tryAgain } from '../running-role.ts'
import { workPool } from '../work-pool.ts'

const role = 'chain'
const AT_ONCE = 32
const POLL_MS = 1_000
const LOOKS_AT_ONCE = 16
const FUNDS_EVERY_MS = 30_000
const FORGET_EVERY_MS = 10 * 60_000

/** Makes the Lightning invoices that are asked for, and credits those that were paid: a stream of the node names them, and each open one is looked up. */
export async function openLightningInvoices({ config, ctx, news }: Deps): Promise<RunningRole[]> {
  const access = lndAccessOf(config.forRole(role), 'LND_INVOICE_MACAROON_FILE')
  if (!access) return []
  const receiving: InvoiceContext = { ...ctx, invoices: createLndInvoiceNode(access) }
  await tryAgain(() => lookAtAllInvoices(receiving))
  const warned = (what: string) => (error: unknown) => ctx.log.warn({ role, problem: messageOf(error) }, what)
  const heard = (): Promise<void> => news.next({ channel: 'lightning_due', payload: 'invoice', ms: POLL_MS })
  return [
    workPool(receiving, { role, find: findDueInvoices, most: AT_ONCE, wait: heard }),
    workPool(receiving, { role, find: findDueLookUps, most: LOOKS_AT_ONCE, wait: (stopping) => rest(POLL_MS, stopping) }),
    openHints(receiving),
    recurring(FUNDS_EVERY_MS, () => storeFunds(receiving).catch(warned('the balance of the Lightning node was not read'))),
    recurring(FORGET_EVERY_MS, () => forgetInvoiceRequests(receiving).catch(warned('old requests not deleted'))),
  ]
}

/** Looks up at once what the stream names; whatever it misses is looked up in its turn. */
function openHints(receiving: InvoiceContext): RunningRole {
  const stopped = Promise.withResolvers<void>()
  const lookAt = (paymentHash: string): void => {
    lookAtHash(receiving, { paymentHash }).catch((error: unknown) =>
      receiving.log.warn({ role, problem: messageOf(error) }, 'a paid invoice was not looked up, continuing'),
    )
  }
  return {
    run: async () => {
      const watch = receiving.invoices.watchSettled(lookAt)
      await stopped.promise
      watch.stop()
      receiving.invoices.close()
    },
    stop: () => stopped.resolve(),
  }
}
