import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A chain whose finalized tag stands still is seen; what is said once stays as it was said. */
export class Migration202611220032 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220032-stalled-and-once.sql', import.meta.url), 'utf8'))
  }
}
