import { type RunningBitcoin, startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { type RunningLightning, startLightning } from '@gateway/devnet/lightning/lightning'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InvoiceNode } from './invoice-node.ts'
import type { LndAccess } from './lnd-access.ts'
import { lndAccessOf } from './lnd-access.ts'
import { createLndInvoiceNode } from './lnd-invoice-node.ts'
import { createLndPayNode } from './lnd-pay-node.ts'
import type { PayNode } from './pay-node.ts'
import { readFileSync } from 'node:fs'

/** The gateway's node as its roles reach it, and everybody else's behind it. */
export interface TestLightning extends RunningLightning {
  readonly folder: string
  readonly bitcoin: RunningBitcoin
  readonly invoices: InvoiceNode
  readonly pay: PayNode
  /** The same with another address or macaroon. */
  readonly payNodeWith: (access: Partial<LndAccess>) => PayNode
}

/** Starts Bitcoin and two Lightning nodes for a test file. */
export async function openTestLightning(): Promise<TestLightning> {
  const folder = await mkdtemp(join(tmpdir(), 'lightning-'))
  const bitcoin = await startBitcoin({ dataDir: join(folder, 'bitcoin') })
  const lightning = await startLightning({ bitcoin, dataDir: join(folder, 'lightning') })
  const { gateway, macaroons } = lightning
  const node = { LND_SOCKET: gateway.socket, LND_CERTIFICATE_FILE: gateway.certificateFile }
  const invoices = createLndInvoiceNode(
    found(lndAccessOf({ ...node, LND_INVOICE_MACAROON_FILE: macaroons.invoices }, 'LND_INVOICE_MACAROON_FILE')),
  )
  const payAccess = found(lndAccessOf({ ...node, LND_PAY_MACAROON_FILE: macaroons.pay }, 'LND_PAY_MACAROON_FILE'))
  const opened: (InvoiceNode | PayNode)[] = [invoices]
  const payNodeWith = (access: Partial<LndAccess>): PayNode => {
    const node = createLndPayNode({ ...payAccess, ...access })
    opened.push(node)
    return node
  }
  const stop = async (): Promise<void> => {
    for (const client of opened) client.close()
    await lightning.stop()
    await bitcoin.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    folder,
    bitcoin,
    invoices,
    pay: payNodeWith({}),
    payNodeWith,
    macaroons,
    get gateway() {
      return lightning.gateway
    },
    get other() {
      return lightning.other
    },
    kill: (side) => lightning.kill(side),
    restart: (side) => lightning.restart(side),
    stop,
  }
}

/** The bytes of a macaroon file. */
export const macaroonOf = (file: string): Uint8Array => readFileSync(file)

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('is set above')
  return value
}
