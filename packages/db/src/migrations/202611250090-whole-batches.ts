import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A replacement pays everything that is on its way in what it replaces. */
export class Migration202611250090 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250090-whole-batches.sql', import.meta.url), 'utf8'))
  }
}
