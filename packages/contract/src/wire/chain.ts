import { assetCodes } from '@gateway/domain/money/asset'
import { z } from 'zod'

/** A coin or token, in an answer. */
export const Asset = z.enum(assetCodes).meta({ description: 'The coin or token, on its chain.', example: 'BTC' })

/** A transaction on a chain, in an answer. */
export const TxId = z
  .string()
  .nullable()
  .meta({ description: 'The id of the transaction on the chain; null until there is one.', example: null })

/** A deposit address, in an answer. */
export const Address = z.string().meta({
  description: 'Money is sent to this address, which belongs to this payment alone.',
  example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
})

/** A QR image inside an answer. */
export const QrCode = z
  .string()
  .meta({ description: 'The payment URI as a PNG image, in a data URL.', example: 'data:image/png;base64,iVBORw0KGgo=' })

/** The same where lists may omit it. */
export const ListedQrCode = QrCode.nullable().meta({
  description: 'The payment URI as a PNG image, in a data URL; null in lists without `include=qr_code`.',
  example: 'data:image/png;base64,iVBORw0KGgo=',
})

/** A wallet URI, in an answer. */
export const PaymentUri = z.string().meta({
  description: 'The link opens a wallet with address and exact amount.',
  example: 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.0002',
})
