import type { LightningPayment } from '@gateway/domain/lightning/payment'
import { MSAT_DECIMALS_OF_SAT } from '@gateway/domain/lightning/amounts'
import { formatUnits } from '@gateway/domain/money/decimal'
import { BYTE_ORDER_MARK, csvLine } from '../portal/csv.ts'
import { presentTime, presentTimeOrNull } from '../wire/time.ts'

const sats = (msat: bigint): string => formatUnits(msat, MSAT_DECIMALS_OF_SAT)

/** Amounts are exact, in satoshis with the millisatoshis as decimals; times name their zone in the head too. */
const columns: Readonly<Record<string, (payment: LightningPayment) => string | null>> = {
  id: ({ id }) => id,
  created_at_utc: ({ createdAt }) => presentTime(createdAt),
  settled_at_utc: ({ settledAt }) => presentTimeOrNull(settledAt),
  wallet_id: ({ walletId }) => walletId,
  direction: ({ direction }) => direction,
  status: ({ state }) => state,
  amount_sats: ({ amountMsat }) => sats(amountMsat),
  fee_sats: ({ feeMsat }) => sats(feeMsat),
  payment_hash: ({ paymentHash }) => paymentHash,
  preimage: ({ preimage }) => preimage,
  destination: ({ destination }) => destination,
  description: ({ description }) => description,
}

/** The beginning of an export of Lightning payments: its first line. */
export const lightningCsvHead = BYTE_ORDER_MARK + csvLine(Object.keys(columns))

/** A Lightning payment as a line of an export. */
export const presentLightningLine = (payment: LightningPayment): string => csvLine(Object.values(columns).map((read) => read(payment)))
