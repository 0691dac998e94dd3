import { ArrowUpRight, Clock, Lock, Wallet } from 'lucide-react'
import type { ConsequenceRow } from '../../ui/consequences.tsx'
import { formatSats } from '../sats.ts'
import type { Preview } from './send-values.ts'

/** What a send does to the money, how it may go on, and that it is final. */
export const consequencesOf = (preview: Preview): readonly ConsequenceRow[] => [
  ...(preview.kind === 'address' && !preview.is_internal ? ([[ArrowUpRight, HOST_IS_ASKED]] as const) : []),
  [Wallet, reservedText(preview)],
  ...(preview.is_internal ? [] : ([[Clock, MAY_TAKE]] as const)),
  [Lock, 'A payment that has arrived cannot be taken back'],
]

const HOST_IS_ASKED = 'The host of the address is asked for an invoice; one for another amount is not paid'
const MAY_TAKE = 'It mostly takes seconds. While its end is not proven it stays pending, and the money reserved'

const reservedText = ({ is_internal: isInternal, fee_limit_sats: limit }: Preview): string =>
  isInternal
    ? 'It goes to a wallet of this service: there is no fee'
    : `The amount and ${formatSats(limit ?? 0)} are reserved; what the route does not cost returns`
