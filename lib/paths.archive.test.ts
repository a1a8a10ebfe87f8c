import { expect, test } from 'vitest'
import { archivePath, pathOfMonth, pathOfYear } from '@/lib/paths'

const archive = {
  years: [2026, 2012].map((year) => ({ year, posts: 1_000 })),
  months: [11, 3].map((month) => ({ month, posts: 500 })),
}

test('shortens the path of the newest year and of the newest month of a year', () => {
  expect([2026, 2012].map((year) => pathOfYear(archive, year))).toEqual([
    '/archive',
    '/archive/2012',
  ])
  expect([11, 3].map((month) => pathOfMonth(archive, 2026, month))).toEqual([
    '/archive',
    '/archive/2026/03',
  ])
  expect([11, 3].map((month) => pathOfMonth(archive, 2012, month))).toEqual([
    '/archive/2012',
    '/archive/2012/03',
  ])
})

test('writes a month with two digits', () => {
  expect([archivePath(2012, 3), archivePath(2012, 12)]).toEqual([
    '/archive/2012/03',
    '/archive/2012/12',
  ])
})
