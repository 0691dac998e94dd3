import type { MacaroonFiles } from '@gateway/devnet/lightning/bake-macaroons'
import type { Settings } from './settings.ts'

/** The gateway's Lightning node, and what its processes get of it. */
export interface LightningPlace {
  /** gRPC, as host:port by a name of the certificate. */
  readonly socket: string
  readonly certificateFile: string
  readonly macaroons: MacaroonFiles
}

const nodeSettings = ({ socket, certificateFile }: LightningPlace): Settings => ({
  LND_SOCKET: socket,
  LND_CERTIFICATE_FILE: certificateFile,
})

/** Settings of the role that creates and looks up invoices. */
export const invoiceNodeSettings = (place: LightningPlace): Settings => ({
  ...nodeSettings(place),
  LND_INVOICE_MACAROON_FILE: place.macaroons.invoices,
})

/** Settings of the role that pays. */
export const payNodeSettings = (place: LightningPlace): Settings => ({
  ...nodeSettings(place),
  LND_PAY_MACAROON_FILE: place.macaroons.pay,
  LND_FIGURES_MACAROON_FILE: place.macaroons.figures,
})
