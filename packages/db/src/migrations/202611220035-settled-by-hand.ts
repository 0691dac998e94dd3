import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** What has left and does not fit the book is put before it again, or settled on the word of two operators. */
export class Migration202611220035 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220035-settled-by-hand.sql', import.meta.url), 'utf8'))
  }
}
