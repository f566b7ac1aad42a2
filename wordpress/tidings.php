<?php
/**
 * Plugin Name:       Tidings
 * Description:       Text messages and a newsletter by SMS: connects this site's users, roles and capabilities with a Tidings service.
 * Version:           1.6.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            Tidings
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       tidings
 * Domain Path:       /languages
 *
 * Everything that decides (recipients, rules, queues, sending) is in the service. This plugin only authenticates users,
 * forwards calls, and shows what the service returns.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

const VERSION = '1.6.0';
const FILE    = __FILE__;

require_once __DIR__ . '/includes/signature.php';
require_once __DIR__ . '/includes/phone.php';
require_once __DIR__ . '/includes/country.php';
require_once __DIR__ . '/includes/people.php';
require_once __DIR__ . '/includes/connection.php';
require_once __DIR__ . '/includes/service.php';
require_once __DIR__ . '/includes/proxy-request.php';
require_once __DIR__ . '/includes/proxy.php';
require_once __DIR__ . '/includes/lookups.php';
require_once __DIR__ . '/includes/find-users.php';
require_once __DIR__ . '/includes/connect-route.php';
require_once __DIR__ . '/includes/sign-in.php';
require_once __DIR__ . '/includes/wp-sms-tables.php';
require_once __DIR__ . '/includes/revocations.php';
require_once __DIR__ . '/includes/profile.php';
require_once __DIR__ . '/includes/groups.php';
require_once __DIR__ . '/includes/subscribe.php';
require_once __DIR__ . '/includes/subscribe-form.php';
require_once __DIR__ . '/includes/hosted-form.php';
require_once __DIR__ . '/includes/hosted-form-fields.php';
require_once __DIR__ . '/includes/hosted-form-view.php';
require_once __DIR__ . '/includes/post-texts.php';
require_once __DIR__ . '/includes/post-choice.php';
require_once __DIR__ . '/includes/order-state.php';
require_once __DIR__ . '/includes/order-queue.php';
require_once __DIR__ . '/includes/order-reports.php';
require_once __DIR__ . '/includes/order-changes.php';
require_once __DIR__ . '/includes/order-test.php';
require_once __DIR__ . '/includes/buyers.php';
require_once __DIR__ . '/includes/privacy.php';
require_once __DIR__ . '/includes/site-health.php';
if ( is_admin() ) {
	require_once __DIR__ . '/includes/screen.php';
	require_once __DIR__ . '/includes/screen-actions.php';
	require_once __DIR__ . '/includes/screen-sections.php';
	require_once __DIR__ . '/includes/dashboard.php';
}

register_activation_hook( FILE, __NAMESPACE__ . '\\grant_on_activation' );

// Before anything is registered at init with translated text.
add_action(
	'init',
	function () {
		load_plugin_textdomain( 'tidings', false, dirname( plugin_basename( FILE ) ) . '/languages' );
	},
	0
);
