import type { EscrowRole } from '@gateway/domain/escrows/escrow'
import type { Did } from '@gateway/domain/identity/did'
import { type EscrowRail, escrowRails } from '@gateway/domain/identity/party'
import { z } from 'zod'
import { Id } from '../wire/id.ts'
import { wireFilter } from '../wire/names.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { limit, Offset, PageView } from '../wire/page.ts'
import { presentTime, Time } from '../wire/time.ts'
import { DidView } from './scalars.ts'

/** Which escrows of the caller to list. */
export const PortalPartiesInput = wireFilter(z.object({ limit: limit(50), offset: Offset }))
export type PortalPartiesInput = z.output<typeof PortalPartiesInput>

/** An escrow that a merchant is a party of. */
export interface SeenParty {
  readonly escrowId: string
  readonly rail: EscrowRail
  readonly role: EscrowRole
  readonly state: string
  readonly counterpartyDid: Did | null
  readonly receiptId: string | null
  readonly boundAt: Date
}

/** The state in which the beneficiary has the money, which no dispute takes back. */
const settledState: Readonly<Record<EscrowRail, string>> = { crypto: 'settled', card: 'released' }

const its = memberOf<SeenParty>()
/** An escrow of the caller. */
const portalPartyView = view(
  {
    escrow_id: its(Id, 'escrowId'),
    rail: its(z.enum(escrowRails), 'rail'),
    role: its(z.enum(['depositor', 'beneficiary']), 'role'),
    status: its(z.string(), 'state'),
    settled: its(
      z.boolean().meta({ description: 'The beneficiary has the money, so a receipt counts.' }),
      ({ rail, state }) => state === settledState[rail],
    ),
    counterparty_did: its(DidView.nullable(), 'counterpartyDid'),
    receipt_id: its(Id.nullable().meta({ description: 'The receipt that the caller has written of it.' }), 'receiptId'),
    bound_at: its(Time, ({ boundAt }) => presentTime(boundAt)),
  },
  { id: 'PortalParty', description: 'An escrow that the caller is a party of.' },
)

/** A page of escrows. */
export const PortalPartiesView = z.object({ parties: z.array(portalPartyView.schema), ...PageView })

/** A page of escrows that the caller is a party of. */
export const presentParties = (
  { limit: most, offset }: PortalPartiesInput,
  { parties, total }: { readonly parties: readonly SeenParty[]; readonly total: number },
): z.output<typeof PortalPartiesView> => ({ parties: parties.map((party) => portalPartyView.present(party)), total, limit: most, offset })
