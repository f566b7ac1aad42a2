<?php
/**
 * `tidings doctor` sends one test change along the whole path: into the queue, by whatever processes it, to the
 * service.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			'tidings/v1',
			'/order-test',
			array(
				'methods'             => array( 'GET', 'POST' ),
				'callback'            => __NAMESPACE__ . '\\serve_order_test',
				'permission_callback' => function () {
					return has_capability( wp_get_current_user(), LOOK_UP ) || may_administer();
				},
				'args'                => array(
					'id'  => array(
						'type'    => 'integer',
						'minimum' => 1,
					),
					'now' => array(
						'type'    => 'boolean',
						'default' => false,
					),
				),
			)
		);
	}
);

/**
 * POST starts a test, and with `now` processes the queue at once; GET with `id` returns its result.
 *
 * @param \WP_REST_Request $request Keys `id` and `now`.
 * @return \WP_REST_Response
 */
function serve_order_test( $request ) {
	$id = (int) $request['id'];
	if ( 'POST' === $request->get_method() && ! $id ) {
		delete_option( ORDER_TEST );
		$id = add_to_queue( 0, substr( new_nonce(), 0, 12 ), time(), false );
		rows_of_request( $id );
		add_action( 'shutdown', __NAMESPACE__ . '\\after_changes', PHP_INT_MAX );
	} elseif ( 'POST' === $request->get_method() && $request['now'] ) {
		report_orders( 10, true );
	}
	$result = get_option( ORDER_TEST );
	$mine   = is_array( $result ) && (int) $result['id'] === $id;
	$answer = rest_ensure_response(
		array(
			'id'          => $id,
			'woocommerce' => defined( 'WC_VERSION' ) ? WC_VERSION : null,
			'copy'        => (bool) is_copy(),
			'queue'       => has_action_scheduler() ? 'Action Scheduler' : 'WP-Cron',
			'waiting'     => changes_waiting(),
			'told'        => $mine,
			'status'      => $mine ? (int) $result['status'] : null,
			'message'     => $mine ? (string) $result['message'] : null,
		)
	);
	$answer->header( 'Cache-Control', 'no-store' );
	return $answer;
}
