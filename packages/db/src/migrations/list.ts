import { InitialSchema } from './initial.ts'

/** Every migration, oldest first. */
export const migrations = [{ name: '202611280100-initial', class: InitialSchema }]
