import { InitialSchema } from './initial.ts'

/** Every migration, oldest first. */
export const migrations = [{ name: '202611291400-initial', class: InitialSchema }]
