import { sql } from 'kysely'
import type { EscrowEntity } from './escrow.entity.ts'

/** True of an unpaid escrow whose terms the signer refuses: nobody is shown where to pay it. */
export const isWithheld = sql<boolean>`escrow.state = 'created' AND EXISTS (SELECT FROM payout_terms_pin pin
  WHERE pin.payout_terms_id = escrow.payout_terms_id AND pin.refused IS NOT NULL)`

/** A row as it may be shown: without its address where that is withheld. */
export const shownOf = <Row extends Pick<EscrowEntity, 'address' | 'contract'>>(row: Row, withheld: boolean): Row =>
  withheld ? { ...row, address: null, contract: null } : row
