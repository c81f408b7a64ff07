import { Bell, Mail, Webhook } from 'lucide-react';
import type { PageRoute } from '../app/route';

/** The pages of this area; their texts are in `texts/`. */
export const routes: readonly PageRoute[] = [
  {
    path: '/notifications',
    title: 'notifications',
    permission: 'notifications:use',
    scope: 'any',
    navigation: 'mine',
    icon: Bell,
    load: () => import('./notifications/notifications.page').then((page) => page.NotificationsPage),
  },
  {
    path: '/mail-templates',
    title: 'mailTemplates',
    // An operator changes the texts that organizations without their own use.
    permission: 'email-templates:manage',
    scope: 'any',
    navigation: 'administration',
    icon: Mail,
    load: () => import('./mail-templates/mail-templates.page').then((page) => page.MailTemplatesPage),
  },
  {
    path: '/webhooks',
    title: 'webhooks',
    permission: 'integrations:manage',
    scope: 'organization',
    navigation: 'administration',
    icon: Webhook,
    load: () => import('./webhooks/webhooks.page').then((page) => page.WebhooksPage),
  },
];
