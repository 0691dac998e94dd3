import { z } from 'zod'

const macaroon = (duty: string, role: string, example: string) =>
  z
    .string()
    .min(1)
    .optional()
    .meta({ description: `File of the macaroon with which the role \`${role}\` ${duty}, as LND writes it.`, example })

const Node = {
  LND_SOCKET: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must be host:port')
    .optional()
    .meta({
      description: 'The gRPC address of the LND node, by a name in its certificate. Without it Lightning is not served.',
      example: 'localhost:10009',
    }),
  LND_CERTIFICATE_FILE: z.string().min(1).optional().meta({
    description: "The node's TLS certificate, the only one that is trusted. Required with `LND_SOCKET`.",
    example: '/etc/gateway/lnd/tls.cert',
  }),
}

/** Settings of the receiving side, for the role `chain`. */
export const InvoiceNodeEnv = z.object({
  ...Node,
  LND_INVOICE_MACAROON_FILE: macaroon('creates and looks up invoices', 'chain', '/etc/gateway/lnd/invoices.macaroon'),
})
/** Settings of the receiving side. */
export type InvoiceNodeEnv = z.output<typeof InvoiceNodeEnv>

/** Settings of the paying side, for the role `lightning` alone. */
export const PayNodeEnv = z.object({
  ...Node,
  LND_PAY_MACAROON_FILE: macaroon('pays', 'lightning', '/etc/gateway-ln-pay/pay.macaroon'),
  LND_FIGURES_MACAROON_FILE: macaroon(
    "reads channels and balances for the operators' figures",
    'lightning',
    '/etc/gateway-ln-pay/figures.macaroon',
  ),
})
/** Settings of the paying side. */
export type PayNodeEnv = z.output<typeof PayNodeEnv>
