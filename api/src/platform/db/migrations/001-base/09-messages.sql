-- What members are told, what they ask, and the documents they agree to.

CREATE TABLE outbox_mail (
  id         uuid PRIMARY KEY,
  recipient  text NOT NULL,
  template   text NOT NULL,
  language   text NOT NULL,
  -- Removed once the mail is sent: it may hold a code.
  params     jsonb,
  created_at timestamptz NOT NULL,
  attempts   smallint NOT NULL DEFAULT 0,
  due_at     timestamptz NOT NULL,
  sent_at    timestamptz
);
CREATE INDEX outbox_mail_due ON outbox_mail (due_at) WHERE sent_at IS NULL;

CREATE TABLE notice (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member     bigint NOT NULL REFERENCES member,
  kind       text NOT NULL CHECK (kind IN ('money', 'stake', 'team', 'security', 'system')),
  template   text NOT NULL CHECK (template <> ''),
  params     jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  -- A path of the product's own, never another site's.
  link       text CHECK (link ~ '^/([^/\\]|$)'),
  -- The journal that it tells of, for those that are derived from the ledger: told once.
  journal    uuid,
  created_at timestamptz NOT NULL,
  read_at    timestamptz
);
CREATE INDEX notice_member ON notice (member, id DESC);
CREATE INDEX notice_unread ON notice (member) WHERE read_at IS NULL;
CREATE UNIQUE INDEX notice_journal ON notice (journal, member) WHERE journal IS NOT NULL;

-- How far the ledger has been read for notices. Before up_to nothing can be recorded any more (seal_horizon);
-- up to looked_to it was read as soon as it was there.
CREATE TABLE notice_mark (
  source    text PRIMARY KEY,
  up_to     timestamptz NOT NULL,
  looked_to timestamptz NOT NULL
);
-- Transfers from before are no news.
INSERT INTO notice_mark (source, up_to, looked_to) VALUES ('transfer', now(), now());

CREATE TABLE inquiry (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member     bigint NOT NULL REFERENCES member,
  type       text NOT NULL CHECK (type IN ('deposit', 'withdraw', 'stake', 'package', 'team', 'account', 'other')),
  -- The journal of the record that it is about.
  record     uuid,
  status     text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'answered', 'closed')),
  created_at timestamptz NOT NULL
);
CREATE INDEX inquiry_member ON inquiry (member, id DESC);
CREATE INDEX inquiry_status ON inquiry (status, id);

CREATE TABLE inquiry_message (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inquiry    bigint NOT NULL REFERENCES inquiry,
  author     text NOT NULL CHECK (author IN ('member', 'operator')),
  -- Who answered; none for an answer by command, which the audit log names.
  operator   bigint REFERENCES operator,
  text       text NOT NULL CHECK (text ~ '[^[:space:]]' AND char_length(text) <= 2000),
  created_at timestamptz NOT NULL,
  CHECK (operator IS NULL OR author = 'operator')
);
CREATE INDEX inquiry_message_thread ON inquiry_message (inquiry, id);

-- Publications in order, over all documents.
CREATE TABLE terms_document (
  publication  bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  document     text NOT NULL CHECK (document IN ('terms', 'termservice')),
  version      integer NOT NULL CHECK (version > 0),
  texts        jsonb NOT NULL CHECK (texts ?& ARRAY['en', 'jp', 'zh', 'ko']),
  published_at timestamptz NOT NULL,
  PRIMARY KEY (document, version)
);

CREATE TABLE terms_acceptance (
  member      bigint NOT NULL REFERENCES member,
  document    text NOT NULL,
  version     integer NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (member, document, version),
  FOREIGN KEY (document, version) REFERENCES terms_document
);

-- How far the members have been told of a new version.
CREATE TABLE terms_notice (
  publication bigint PRIMARY KEY REFERENCES terms_document (publication),
  up_to       bigint NOT NULL DEFAULT 0,
  done_at     timestamptz
);

GRANT SELECT, INSERT, UPDATE ON outbox_mail, terms_notice TO trellis_app;
GRANT SELECT, INSERT, UPDATE (read_at) ON notice TO trellis_app;
GRANT SELECT, INSERT, UPDATE (status) ON inquiry TO trellis_app;
GRANT SELECT, INSERT ON inquiry_message, terms_document, terms_acceptance TO trellis_app;
