import type { Topic } from '../governance/change/topics.ts';
import { noticeTopic } from '../governance/notifications/notices.ts';
import { sessionTopic } from '../identity/members/suspensions.ts';
import { termsTopic } from '../identity/terms/terms.ts';
import { depositTopic } from '../products/deposits/depositList.ts';
import { stakeTopic } from '../products/stakes/stakeTopic.ts';
import { teamTopic } from '../products/team/teamTopic.ts';
import { balanceTopic } from '../products/wallet/balanceTopic.ts';
import { withdrawalTopic } from '../products/withdrawals/withdrawalRepository.ts';
import { announcementTopic } from '../service/announcements/announcements.ts';

/** All that members' open pages are kept informed of, but for the releases that are live. */
export const memberTopics: readonly Topic[] = [
  noticeTopic,
  sessionTopic,
  balanceTopic,
  depositTopic,
  withdrawalTopic,
  stakeTopic,
  teamTopic,
  termsTopic,
  announcementTopic,
];
