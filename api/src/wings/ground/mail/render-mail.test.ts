import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES } from '@headwater/shared/contract';
import type { Mail } from './mail.ts';
import { renderMail } from './render-mail.ts';
import { sampleMails } from './sample-mails.ts';

const link = 'https://bi.example.com/reset-password?code=the-code&from=mail';
const to = 'mara@example.com';
const sender = { supportEmail: 'help@finch.example' };
const samples = LANGUAGES.flatMap((language) => sampleMails({ to, language, link }));
const reset: Mail = { template: 'reset_password', to, language: 'en', link };

const unescaped = (html: string) =>
  html
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const isTimed = (mail: Mail) => 'trigger' in mail && ['late', 'token_expiring'].includes(mail.trigger);
/** 20:30 on the day before in New York. */
const momentOf = (mail: Mail) => ({
  ['until' in mail ? 'until' : 'time']: '2026-11-02T01:30:00Z',
});
const wordsOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '));
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => unescaped(href!));

describe('a mail', () => {
  for (const sample of samples) {
    const { subject, text, html } = renderMail(sample, sender);

    test(`${sample.template} in ${sample.language} says the same in text and in HTML`, () => {
      const lines = text.split('\n').filter((line) => /\w{3}/.test(line));
      for (const line of lines.filter((each) => each !== link))
        for (const words of line.replace(/:$/, '').split(' | '))
          assert.ok(wordsOf(html).includes(words), line);
      assert.ok(lines.length >= 3);
      assert.ok(wordsOf(html).includes(subject) && text.includes(sender.supportEmail));
    });

    test(`${sample.template} in ${sample.language} contains its own links and no others`, () => {
      const wanted = Object.entries(sample).filter(([name]) => /link$/i.test(name));
      assert.deepEqual(
        linksIn(html),
        wanted.map(([, value]) => value),
      );
      for (const [, value] of wanted) assert.ok(text.split('\n').includes(String(value)));
      assert.ok(!/<img|<link|src=|url\(|@import/i.test(html));
      assert.match(html, new RegExp(`^<!doctype html>\n<html lang="${sample.language}">`));
    });
  }

  test('aligns the numbers of a table, and their head, at the right', () => {
    const html = samples
      .map((sample) => renderMail(sample, sender).html)
      .find((one) => one.includes('Germany'))!;
    const [head = '', first = ''] = html.split('<tr>').slice(1);
    for (const row of [head, first]) {
      const [text, number] = [...row.matchAll(/<t[hd][^>]*>/g)].map(([cell]) => cell);
      assert.doesNotMatch(text!, /text-align:right/);
      assert.match(number!, /text-align:right/);
    }
  });

  test('has its own subject in each language', () => {
    const subjects = samples.map((sample) => renderMail(sample, sender).subject);
    assert.equal(new Set(subjects).size, subjects.length);
    for (const subject of subjects) assert.match(subject, /^[\p{L}\p{N} .,'-]{12,60}$/u);
  });

  test('says each moment by the clock of its workspace, and names that', () => {
    const timed = samples.filter((sample) => 'zone' in sample && (!('trigger' in sample) || isTimed(sample)));
    assert.equal(timed.length, 6);
    for (const sample of timed) {
      const zone = 'America/New_York';
      const { text } = renderMail({ ...sample, ...{ zone }, ...momentOf(sample) }, sender);
      assert.match(text, /(November 1, 2026, 20:30|1\. November 2026, 20:30 Uhr) \(America\/New_York\)/);
      assert.doesNotMatch(text, /UTC/);
    }
  });

  test('says how many cards it leaves out', () => {
    const actions = (left: string, language: 'en' | 'de') => {
      const report = samples.find((one) => one.template === 'report' && one.language === language);
      return renderMail({ ...report, left } as Mail, sender).text;
    };
    assert.match(actions('1', 'en'), /^Open the report with 1 more card:$/m);
    assert.match(actions('1', 'de'), /^Bericht mit einer weiteren Karte öffnen:$/m);
    assert.match(actions('2', 'de'), /^Bericht mit 2 weiteren Karten öffnen:$/m);
  });

  test('contains no exclamation marks', () => {
    for (const sample of samples) assert.ok(!renderMail(sample, sender).text.includes('!'));
  });

  const lives = {
    reset_password: [30, 30],
    confirm_email: [24, 24],
    email_change: [24, 24],
    invitation: [7, 7],
  };
  for (const [template, [en, de]] of Object.entries(lives)) {
    test(`${template} says how long it is valid`, () => {
      const [inEnglish, inGerman] = samples.filter((sample) => sample.template === template);
      assert.match(renderMail(inEnglish!, sender).text, new RegExp(`\\b${en} (minutes|hours|days)`));
      assert.match(renderMail(inGerman!, sender).text, new RegExp(`\\b${de} (Minuten|Stunden|Tage)`));
    });
  }
});

describe('a value entered by a user', () => {
  test('remains plain text', () => {
    const newEmail = `"<script>alert('1')</script>&amp;"@example.com`;
    const { html, text } = renderMail({ template: 'email_changed', to, language: 'en', newEmail }, sender);
    assert.ok(!html.includes('<script'));
    assert.ok(wordsOf(html.replaceAll('&amp;amp;', '&amp;amp;')).includes(newEmail));
    assert.ok(text.includes(newEmail));
  });

  test("can't break out of its attribute", () => {
    const { html } = renderMail({ ...reset, link: 'https://x.example/"onclick="alert(1)' }, sender);
    assert.ok(!html.includes('"onclick'));
  });

  for (const value of ['a\r\nBcc: evil@example.com', 'a\nb', 'a\rb', 'a\0b', 'a\u0085b', 'a\tb']) {
    test(`can't contain ${JSON.stringify(value.slice(1, 3))}`, () => {
      const broken: Mail[] = [
        { ...reset, to: value },
        { ...reset, link: `https://x.example/${value}` },
        { template: 'email_changed', to, language: 'de', newEmail: value },
        { template: 'google_connected', to, language: 'en', email: value },
      ];
      for (const mail of broken)
        assert.throws(() => renderMail(mail, sender), /contains a control character/, mail.template);
    });
  }

  test('is one line, cut, and no link, whatever names were accepted before', () => {
    const mail: Mail = {
      ...{ template: 'workspace_invitation', to, language: 'en', role: 'reader', link: 'https://x.example/' },
      workspace: 'Finch\u202e\r\nBcc: a@b.example',
      invitedBy: `https://evil.example/win\u2028now ${'!'.repeat(200)}`,
    };
    const { text, subject } = renderMail(mail, sender);
    const [first] = text.split('\n');
    assert.match(
      first!,
      /^“https:\u200b\/\u200b\/\u200bevil\.\u200bexample\/\u200bwin now !{30,60}” invites you/,
    );
    assert.match(first!, /the workspace “Finch Bcc: a@\u200bb\.\u200bexample”/);
    assert.ok(!/[\u202e\u2028\r]/u.test(text + subject));
    const deleted = {
      by: 'a\u0085b',
      until: '2026-12-27T12:00:00Z',
      zone: 'UTC',
      link: 'https://x.example/',
    };
    const last: Mail = { template: 'workspace_deleted', to, language: 'de', workspace: 'x\ny', ...deleted };
    assert.equal(renderMail(last, sender).subject, 'Der Arbeitsbereich x y wurde gelöscht');
  });

  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '//evil.example',
    'mailto:a@b.cd',
    '',
  ]) {
    test(`is refused as a link if it is ${JSON.stringify(address)}`, () => {
      assert.throws(() => renderMail({ ...reset, link: address }, sender), /not the URL of a page/);
      const second: Mail = {
        template: 'account_exists',
        to,
        language: 'en',
        loginLink: link,
        resetLink: address,
      };
      assert.throws(() => renderMail(second, sender), /not the URL of a page/);
    });
  }
});
