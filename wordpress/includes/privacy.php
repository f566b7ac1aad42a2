<?php
/**
 * WordPress's own tools for exporting and erasing what is known of a person (Tools → Export / Erase Personal Data).
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

const MESSAGES_PER_PAGE = 100;

add_filter(
	'wp_privacy_personal_data_exporters',
	function ( $exporters ) {
		$exporters['tidings'] = array(
			'exporter_friendly_name' => __( 'Text messages (Tidings)', 'tidings' ),
			'callback'               => __NAMESPACE__ . '\\export_person',
		);
		return $exporters;
	}
);
add_filter(
	'wp_privacy_personal_data_erasers',
	function ( $erasers ) {
		$erasers['tidings'] = array(
			'eraser_friendly_name' => __( 'Text messages (Tidings)', 'tidings' ),
			'callback'             => __NAMESPACE__ . '\\erase_person',
		);
		return $erasers;
	}
);
add_action(
	'admin_init',
	function () {
		wp_add_privacy_policy_content(
			__( 'Tidings', 'tidings' ),
			wp_kses_post( wpautop( __( 'If you give us your mobile number, we keep it with your profile and send you text messages. Numbers, texts and the time of your consent are kept by our messaging service.', 'tidings' ) ) )
		);
	}
);

/**
 * One page of what is known: the numbers, then the texts to them.
 *
 * @param string $email E-mail address of the person.
 * @param int    $page  From 1.
 * @return array|\WP_Error
 */
function export_person( $email, $page = 1 ) {
	$user = get_user_by( 'email', $email );
	$data = array();
	$done = true;
	foreach ( $user ? phones_of_user( $user->ID ) : array() as $at => $phone ) {
		if ( 1 === (int) $page ) {
			$data[] = exported( 'tidings-number', 'number-' . $at, array( __( 'Mobile number', 'tidings' ) => $phone ) );
		}
		if ( ! connection() ) {
			continue;
		}
		$query  = http_build_query(
			array(
				'recipient' => $phone,
				'page'      => $page,
				'per_page'  => MESSAGES_PER_PAGE,
			)
		);
		$answer = call_service( site_principal( 'svc_outbox' ), 'GET', '/outbox?' . $query );
		if ( 400 === $answer['status'] ) {
			// No number that anything could have been sent to.
			continue;
		}
		if ( 200 !== $answer['status'] ) {
			// Stops the export with a message, rather than giving half of it as the whole.
			return new \WP_Error( 'tidings', $answer['message'] );
		}
		$items = items_of( $answer );
		foreach ( $items as $item ) {
			$data[] = exported(
				'tidings-messages',
				$item['id'] ?? '',
				array(
					__( 'Date', 'tidings' )    => $item['date'] ?? '',
					__( 'Message', 'tidings' ) => $item['message'] ?? '',
					__( 'State', 'tidings' )   => $item['state'] ?? '',
				)
			);
		}
		$done = $done && count( $items ) < MESSAGES_PER_PAGE;
	}
	return array(
		'data' => $data,
		'done' => $done,
	);
}

/**
 * One entry of an export.
 *
 * @param string     $group  Name of the group of entries.
 * @param string|int $id     Id inside the group.
 * @param array      $values By label.
 * @return array
 */
function exported( $group, $id, $values ) {
	$data = array();
	foreach ( $values as $name => $value ) {
		$data[] = array(
			'name'  => $name,
			'value' => esc_html( (string) $value ),
		);
	}
	return array(
		'group_id'    => $group,
		'group_label' => __( 'Text messages', 'tidings' ),
		'item_id'     => $group . '-' . $id,
		'data'        => $data,
	);
}

/**
 * Erases a person's numbers here and what the service has of them. WooCommerce's billing phone is erased by WooCommerce.
 *
 * @param string $email E-mail address of the person.
 * @return array
 */
function erase_person( $email ) {
	$result = array(
		'items_removed'  => false,
		'items_retained' => false,
		'messages'       => array(),
		'done'           => true,
	);
	$user   = get_user_by( 'email', $email );
	$phones = $user ? phones_of_user( $user->ID ) : array();
	if ( ! $phones ) {
		return $result;
	}
	$kept = false;
	foreach ( connection() ? $phones : array() as $phone ) {
		list( $erased, $message ) = erase_at_service( $phone );
		if ( '' !== $message ) {
			$result['items_retained'] = true;
			$result['messages']       = array_values( array_unique( array_merge( $result['messages'], array( $message ) ) ) );
		}
		$kept = $kept || ! $erased;
	}
	// Without its number nobody could try again.
	if ( ! $kept ) {
		delete_user_meta( $user->ID, PHONE_KEY );
		delete_user_meta( $user->ID, OLD_PHONE_KEY );
		$result['items_removed'] = true;
	}
	return $result;
}

/**
 * Has the service erase a number.
 *
 * @param string $phone Number.
 * @return array Whether the number may go from here as well, and what is to be said.
 */
function erase_at_service( $phone ) {
	$fields = array(
		'mobile'  => $phone,
		'confirm' => true,
	);
	$answer = call_service( site_principal( 'svc_setting' ), 'POST', '/privacy/delete', $fields, array( 'timeout' => 20 ) );
	if ( 404 === $answer['status'] && 'no_route' === ( $answer['body']['code'] ?? '' ) ) {
		// A service that cannot erase can at least end the subscriptions.
		call_service( site_principal( 'svc_subscribers' ), 'POST', '/newsletter/unsubscribe', array( 'mobile' => $phone ) );
		return array( true, __( 'Subscriptions were ended. This version of the Tidings service keeps the texts in its log until their time is over.', 'tidings' ) );
	}
	// 404: it knows nothing of the number. 400: it is none.
	if ( in_array( $answer['status'], array( 400, 404 ), true ) || ( $answer['status'] >= 200 && $answer['status'] < 300 ) ) {
		return array( true, '' );
	}
	/* translators: %s: reason */
	return array( false, sprintf( __( 'The Tidings service has erased nothing: %s', 'tidings' ), $answer['message'] ) );
}
