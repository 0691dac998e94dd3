import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RunningLnd } from './lnd.ts'

type Permission = { readonly entity: string; readonly action: string }

/** What each duty of the gateway may do at its node, and the id of the root key that revokes it alone. */
const duties = {
  invoices: { rootKeyId: 11, permissions: [may('invoices', 'read'), may('invoices', 'write'), mayCall('/lnrpc.Lightning/ChannelBalance')] },
  pay: {
    rootKeyId: 12,
    permissions: [
      mayCall('/routerrpc.Router/SendPaymentV2'),
      mayCall('/routerrpc.Router/TrackPaymentV2'),
      mayCall('/lnrpc.Lightning/DecodePayReq'),
      mayCall('/invoicesrpc.Invoices/CancelInvoice'),
    ],
  },
  figures: { rootKeyId: 13, permissions: [may('info', 'read'), may('offchain', 'read'), may('onchain', 'read')] },
} as const satisfies Record<string, { rootKeyId: number; permissions: readonly Permission[] }>

/** A duty of the gateway at its Lightning node. */
type LightningDuty = keyof typeof duties

/** The macaroon file of each duty. */
export type MacaroonFiles = Readonly<Record<LightningDuty, string>>

/** Writes a macaroon for each duty into the node's folder, readable by its owner alone. */
export async function bakeMacaroons(node: RunningLnd): Promise<MacaroonFiles> {
  const bake = async (duty: LightningDuty): Promise<string> => {
    const { rootKeyId, permissions } = duties[duty]
    const body = { permissions, root_key_id: String(rootKeyId) }
    const { macaroon } = await node.rest.call({ path: '/v1/macaroon', body, shape: z.object({ macaroon: z.string() }) })
    const file = join(node.dataDir, `${duty}.macaroon`)
    writeFileSync(file, Buffer.from(macaroon, 'hex'), { mode: 0o600 })
    return file
  }
  return { invoices: await bake('invoices'), pay: await bake('pay'), figures: await bake('figures') }
}

function may(entity: string, action: string): Permission {
  return { entity, action }
}

function mayCall(method: string): Permission {
  return { entity: 'uri', action: method }
}
