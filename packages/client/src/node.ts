/** The client of a payment gateway in Node, where a configuration file may hold the address and the key. */
export * from './index.ts'
export { createConfiguredClient as createClient } from './node/create-configured-client.ts'
