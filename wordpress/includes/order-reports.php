<?php
/**
 * Reports the waiting changes of orders to the service: signed, one call each, in the order in which they happened.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Option: result of the last test of the whole path. */
const ORDER_TEST = 'tidings_order_test';

/**
 * Reports what waits. Only one process of a site does so at a time: the changes of an order must arrive in order.
 *
 * @param int  $seconds How long at most.
 * @param bool $force   Whether to call a service that did not answer a moment ago.
 * @return bool Whether only the time was over: more may be due.
 */
function report_orders( $seconds, $force = false ) {
	global $wpdb;
	$wait = get_option( ORDERS_WAIT );
	if ( ! connection() || is_copy() || ( ! $force && is_array( $wait ) && (int) $wait['until'] > time() ) ) {
		return false;
	}
	ensure_queue();
	$lock = 'tidings_' . md5( DB_NAME . queue_table() );
	// phpcs:disable WordPress.DB -- a lock, and the plugin's own table.
	if ( '1' !== (string) $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 0)', $lock ) ) ) {
		return false;
	}
	$wpdb->query( $wpdb->prepare( 'DELETE FROM ' . queue_table() . ' WHERE kept < %d', time() - CHANGE_HOLDS_SECONDS ) );
	$end     = microtime( true ) + $seconds;
	$goes_on = false;
	try {
		do {
			// Of each order only its oldest change: a later one must not overtake it.
			$row     = $wpdb->get_row(
				$wpdb->prepare(
					'SELECT * FROM ' . queue_table() . ' q WHERE due <= %d AND NOT EXISTS
					(SELECT 1 FROM ' . queue_table() . ' o WHERE o.order_id = q.order_id AND o.id < q.id) ORDER BY id LIMIT 1',
					time()
				)
			);
			$goes_on = $row && report_order( $row );
		} while ( $goes_on && microtime( true ) < $end );
	} finally {
		$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
	}
	// phpcs:enable
	return $goes_on;
}

/**
 * Reports one change.
 *
 * @param \stdClass $row Of the table.
 * @return bool Whether to go on with the next.
 */
function report_order( $row ) {
	$body = order_message( $row );
	if ( null === $body && ! has_shop() ) {
		// Neither the row nor anybody else knows the order until WooCommerce is active again.
		postpone_change( $row );
		return true;
	}
	if ( null === $body ) {
		// The order was discarded, or deleted before its state was recorded.
		forget_change( $row );
		return true;
	}
	$answer = call_as_site( 'tidings-order-v1', '/host/orders', $body );
	$status = $answer['status'];
	$code   = $answer['body']['code'] ?? '';
	note_test( $row, $answer );
	if ( 200 === $status ) {
		forget_change( $row );
		delete_option( ORDERS_WAIT );
		delete_option( ORDERS_FAULT );
		return true;
	}
	if ( in_array( $status, array( 400, 403, 413 ), true ) || ( 409 === $status && 'no_commerce' === $code ) ) {
		// It would be refused every time.
		forget_change( $row );
		delete_option( ORDERS_WAIT );
		if ( 'no_commerce' !== $code ) {
			/* translators: %s: sentence of the service */
			update_option( ORDERS_FAULT, sprintf( __( 'The service does not accept changes of orders: %s', 'tidings' ), $answer['message'] ), false );
			// The next accepted change clears the option; this one is given up for good.
			log_order_fault( sprintf( 'The change of order %d to "%s" was refused and is given up: %s', (int) $row->order_id, $row->status, $answer['message'] ) );
		}
		return true;
	}
	if ( $status >= 500 && 503 !== $status ) {
		// Perhaps only this change fails: the others of its order wait with it, other orders do not.
		postpone_change( $row );
		return true;
	}
	$wait  = get_option( ORDERS_WAIT );
	$tries = is_array( $wait ) ? (int) $wait['tries'] : 0;
	$until = time() + pause_after( $tries );
	update_option(
		ORDERS_WAIT,
		array(
			'tries' => $tries + 1,
			'until' => $until,
		),
		false
	);
	return false;
}

/**
 * Seconds to wait after failed attempts.
 *
 * @param int $tries Those before.
 * @return int
 */
function pause_after( $tries ) {
	return (int) min( LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** min( $tries, 10 ) );
}

/**
 * Lets a change wait, and with it the later ones of its order.
 *
 * @param \stdClass $row Of the table.
 */
function postpone_change( $row ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- the plugin's own table.
	$wpdb->update(
		queue_table(),
		array(
			'due'   => time() + pause_after( (int) $row->tries ),
			'tries' => $row->tries + 1,
		),
		array( 'id' => $row->id )
	);
}

/**
 * Removes a change.
 *
 * @param \stdClass $row Of the table.
 */
function forget_change( $row ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- the plugin's own table.
	$wpdb->delete( queue_table(), array( 'id' => $row->id ) );
}

/**
 * The body of a call.
 *
 * @param \stdClass $row Of the table.
 * @return array|null Null where nothing is known of the order, or the shop has discarded it.
 */
function order_message( $row ) {
	$message = array( 'home' => home_url( '/' ) );
	if ( 0 === (int) $row->order_id ) {
		return $message + array( 'test' => $row->status );
	}
	$order = has_shop() ? wc_get_order( (int) $row->order_id ) : null;
	$order = is_order( $order ) ? $order : null;
	if ( has_shop() && ( ! $order || 'trash' === $order->get_status() ) ) {
		// Discarded or deleted while the change waited. While WooCommerce is switched off, nothing is known about that.
		return null;
	}
	$state = null === $row->state ? null : json_decode( $row->state, true );
	if ( ! is_array( $state ) ) {
		$state = $order ? order_state( $order ) : null;
	}
	if ( null === $state ) {
		return null;
	}
	if ( $order ) {
		// A corrected number and an opt-out count until the last moment.
		$state['billing']           = billing_of( $order );
		$state['meta_data'][]       = array(
			'key'   => OPT_IN_KEY,
			'value' => short_value( $order->get_meta( OPT_IN_KEY ) ),
		);
		$state['tidings']['opt_in'] = opt_in_of( $order );
	}
	$state['status']            = $row->status;
	$state['date_modified_gmt'] = gmt( (int) $row->modified );
	return $message + array( 'order' => $state ) + ( $row->witnessed ? array( 'changed_gmt' => gmt( (int) $row->modified ) ) : array() );
}

/**
 * Stores the result of a test of the whole path.
 *
 * @param \stdClass $row    Of the table.
 * @param array     $answer Of call_as_site().
 */
function note_test( $row, $answer ) {
	if ( 0 === (int) $row->order_id ) {
		$result = array(
			'id'      => (int) $row->id,
			'status'  => $answer['status'],
			'message' => trim( $answer['message'] . ' ' . $answer['reason'] ),
		);
		update_option( ORDER_TEST, $result, false );
	}
}
