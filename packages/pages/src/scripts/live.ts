import { startCopying } from './copy.ts'
import { follow } from './follow.ts'
import './language.ts'

/** A page that follows what it shows, and copies. */
startCopying()
follow()
