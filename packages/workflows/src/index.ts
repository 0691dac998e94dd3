// The bundler's entry: the only file that exports all workflows.
export { cardEscrow } from './cards/workflow.ts'
export { chainScanner } from './chainwatch/workflow.ts'
export { escrow } from './escrows/workflow.ts'
export { invoice } from './invoices/workflow.ts'
export { lightningSend } from './lightning/workflow.ts'
export { payment } from './payments/workflow.ts'
export { series } from './series/workflow.ts'
export { webhookEndpoint } from './webhooks/workflow.ts'
