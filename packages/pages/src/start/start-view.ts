import type { AssetCode } from '@gateway/domain/money/asset'

/** A part of a development gateway: a process of ours, a server or a chain. */
export interface RunningPart {
  /** Unique in a view. */
  readonly id: string
  readonly name: string
  /** Where or how it runs: `localhost:4000`. */
  readonly place: string
  readonly isWell: boolean
  /** What it is at: `Ready`, `Block 231`; the last known when it is not well. */
  readonly at: string
  /** What does not work without it, and where its log is; shown when it is not well. */
  readonly without: string
}

/** A wallet on the devnet; its coins are worth nothing. */
export interface TestWallet {
  readonly name: string
  readonly asset: AssetCode
  /** Null for the node's own wallet, which has many. */
  readonly address: string | null
  /** In the asset; null before it was read. */
  readonly balance: string | null
}

/** What the start page shows of a running `npm run dev`. */
export interface StartView {
  /** Origin of the API. */
  readonly api: string
  /** Folder of the sources, and of the data. */
  readonly folder: string
  readonly dataFolder: string
  readonly startedAt: Date
  /** When all of this was read. */
  readonly readAt: Date
  readonly parts: readonly RunningPart[]
  /** The demo business, and the login of its owner. */
  readonly demo: { readonly businessId: string; readonly apiKey: string; readonly email: string; readonly password: string }
  readonly wallets: readonly TestWallet[]
  /** The command that pays, without its argument: `npm run pay --`. */
  readonly payCommand: string
  readonly temporalUi: string
  /** How many e-mails the mailbox holds. */
  readonly emails: number
}

/** An e-mail that the gateway sent. */
export interface MailboxEmail {
  readonly id: string
  readonly receivedAt: Date
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Absent where the e-mail has a text only. */
  readonly html?: string | undefined
  /** Names and sizes of the files that came with it. */
  readonly files?: readonly string[] | undefined
}
