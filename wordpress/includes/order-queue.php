<?php
/**
 * Changes of orders that were not reported to the service yet: a table, in the order in which they happened. It is
 * processed by Action Scheduler, which is part of WooCommerce, or else by WordPress's cron. A row is deleted once the
 * service has accepted it.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Changes that are kept while the service is down. What exceeds this, the service finds when it polls the shop. */
const CHANGES_MAX = 10000;

/** The service sends no texts about older changes. */
const CHANGE_HOLDS_SECONDS = 7 * DAY_IN_SECONDS;

/**
 * How long the request that changes an order may take. Until it has ended, its changes wait: a checkout stores the
 * order first, and then the buyer's choice about texts.
 */
const UNFINISHED_SECONDS = 120;

/** The action of the background queue. */
const REPORT_ORDERS = 'tidings_tell_orders';

/** Option: failed attempts, and until when the service is not called. */
const ORDERS_WAIT = 'tidings_orders_wait';

/** Option: why a change was given up; the settings screen shows it. */
const ORDERS_FAULT = 'tidings_orders_fault';

/** How long a run in the background may take: Action Scheduler ends a batch after 30 seconds. */
const RUN_SECONDS = 20;

/** Pause after the first failed attempt; it doubles. */
const FIRST_PAUSE_SECONDS   = 15;
const LONGEST_PAUSE_SECONDS = 300;

add_action( REPORT_ORDERS, __NAMESPACE__ . '\\report_in_background' );
// Not with the first order: a statement that creates a table ends the current transaction.
add_action(
	'init',
	function () {
		if ( has_shop() && connection() ) {
			ensure_queue();
		}
	}
);
// What was recorded about an order is erased with the buyer's data; otherwise an erased person would get a text about
// it.
add_action(
	'woocommerce_privacy_remove_order_personal_data',
	function ( $order ) {
		global $wpdb;
		if ( is_order( $order ) && '1' === get_option( 'tidings_order_queue' ) ) {
			// phpcs:ignore WordPress.DB -- the plugin's own table.
			$wpdb->delete( queue_table(), array( 'order_id' => $order->get_id() ) );
		}
	}
);
add_filter(
	'wpmu_drop_tables',
	function ( $tables, $site_id ) {
		global $wpdb;
		return array_merge( (array) $tables, array( $wpdb->get_blog_prefix( $site_id ) . 'tidings_order_changes' ) );
	},
	10,
	2
);
register_deactivation_hook( FILE, __NAMESPACE__ . '\\let_queue_sleep' );
register_activation_hook(
	FILE,
	function () {
		if ( changes_waiting() ) {
			wake_queue( 0 );
		}
	}
);

/**
 * The table's name.
 *
 * @return string
 */
function queue_table() {
	global $wpdb;
	return $wpdb->prefix . 'tidings_order_changes';
}

/** Creates the table if it does not exist. */
function ensure_queue() {
	global $wpdb;
	if ( '1' === get_option( 'tidings_order_queue' ) ) {
		return;
	}
	$table = queue_table();
	// phpcs:disable WordPress.DB -- the plugin's own table, made once.
	$made = $wpdb->query(
		"CREATE TABLE IF NOT EXISTS $table (
			id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
			order_id bigint unsigned NOT NULL,
			status varchar(60) NOT NULL,
			modified bigint NOT NULL,
			witnessed tinyint NOT NULL,
			kept bigint NOT NULL,
			tries int NOT NULL DEFAULT 0,
			due bigint NOT NULL DEFAULT 0,
			state longtext NULL,
			KEY order_id (order_id)
		) {$wpdb->get_charset_collate()}"
	);
	// phpcs:enable
	if ( false !== $made ) {
		update_option( 'tidings_order_queue', '1', true );
	}
}

/**
 * Records a change and schedules the queue.
 *
 * @param int    $order_id  Order; 0 for a try of the way.
 * @param string $status    Status that it came into.
 * @param int    $modified  Unix seconds of the change.
 * @param bool   $witnessed Whether the order was seen to change; false: its own dates say how old its status is.
 * @return int Number of the row; 0 where the queue is full.
 */
function add_to_queue( $order_id, $status, $modified, $witnessed ) {
	global $wpdb;
	ensure_queue();
	if ( changes_waiting() >= CHANGES_MAX ) {
		update_option( ORDERS_FAULT, __( 'The service has not answered for so long that further changes of orders are not kept.', 'tidings' ), false );
		return 0;
	}
	$change = array(
		'order_id'  => $order_id,
		'status'    => $status,
		'modified'  => $modified,
		'witnessed' => $witnessed ? 1 : 0,
		'kept'      => time(),
		'due'       => time() + UNFINISHED_SECONDS,
	);
	// phpcs:disable WordPress.DB -- the plugin's own table.
	$kept = $wpdb->insert( queue_table(), $change );
	if ( false === $kept ) {
		// The site was restored from a backup that has the option but not the table.
		delete_option( 'tidings_order_queue' );
		ensure_queue();
		$kept = $wpdb->insert( queue_table(), $change );
	}
	// phpcs:enable
	if ( false === $kept ) {
		update_option( ORDERS_FAULT, __( 'Changes of orders cannot be kept: this site’s database refuses the plugin’s table.', 'tidings' ), false );
		return 0;
	}
	$row = (int) $wpdb->insert_id;
	wake_queue( 0 );
	return $row;
}

/**
 * How many changes wait.
 *
 * @return int
 */
function changes_waiting() {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- the plugin's own table.
	return '1' === get_option( 'tidings_order_queue' ) ? (int) $wpdb->get_var( 'SELECT COUNT(*) FROM ' . queue_table() ) : 0;
}

/**
 * Records the present state of a row's order, so that nothing depends on when the row is reported. From now on it may
 * be reported.
 *
 * @param int $row Number.
 */
function describe_in_queue( $row ) {
	global $wpdb;
	// phpcs:disable WordPress.DB -- the plugin's own table.
	$order_id = (int) $wpdb->get_var( $wpdb->prepare( 'SELECT order_id FROM ' . queue_table() . ' WHERE id = %d', $row ) );
	$order    = $order_id ? wc_get_order( $order_id ) : null;
	$state    = is_order( $order ) ? array( 'state' => wp_json_encode( order_state( $order ), JSON_INVALID_UTF8_SUBSTITUTE ) ) : array();
	$wpdb->update( queue_table(), $state + array( 'due' => 0 ), array( 'id' => $row ) );
	// phpcs:enable
}

/**
 * Schedules one run of the queue in the background, however many changes there are. One that would come later does not
 * stand in for it.
 *
 * @param int $seconds From now.
 */
function wake_queue( $seconds ) {
	$wait = get_option( ORDERS_WAIT );
	$when = max( time() + $seconds, is_array( $wait ) ? (int) $wait['until'] : 0 );
	if ( has_action_scheduler() ) {
		$waiting = array(
			'hook'     => REPORT_ORDERS,
			'status'   => \ActionScheduler_Store::STATUS_PENDING,
			'date'     => $when,
			'per_page' => 1,
		);
		if ( ! as_get_scheduled_actions( $waiting, 'ids' ) ) {
			as_schedule_single_action( $when, REPORT_ORDERS, array(), 'tidings' );
		}
	} elseif ( ! wp_next_scheduled( REPORT_ORDERS ) ) {
		wp_schedule_single_event( $when, REPORT_ORDERS );
	}
}

/**
 * Whether Action Scheduler is loaded and ready.
 *
 * @return bool
 */
function has_action_scheduler() {
	return function_exists( 'as_schedule_single_action' ) && class_exists( 'ActionScheduler', false )
		&& class_exists( 'ActionScheduler_Store' ) && \ActionScheduler::is_initialized();
}

/** Nothing is left to run for. */
function let_queue_sleep() {
	if ( has_action_scheduler() ) {
		as_unschedule_all_actions( REPORT_ORDERS );
	}
	wp_clear_scheduled_hook( REPORT_ORDERS );
}

/** What the background run does. */
function report_in_background() {
	if ( ! changes_waiting() ) {
		return;
	}
	// Whatever happens to this run, another one follows.
	wake_queue( MINUTE_IN_SECONDS );
	$goes_on = report_orders( RUN_SECONDS );
	if ( ! changes_waiting() ) {
		let_queue_sleep();
		// One that came meanwhile may have found the run that was just removed.
		$goes_on = changes_waiting() > 0;
	}
	if ( $goes_on ) {
		wake_queue( 0 );
	}
}
